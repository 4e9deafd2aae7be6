import type { Metadata } from 'next';
import { AdoptEditor } from '@/app/(console)/recipients/adopt/adopt-editor';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { explainDenial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readAdoption } from '@/lib/server/recipients/adoption/offers';

export const metadata: Metadata = { title: 'Adopt recipients' };

export default async function AdoptRecipientsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const person = await requirePage('readRecipients');
  const reason = denialReason('changeRecipients', person.roles);
  const found = reason === undefined ? await readAdoption(await searchParams) : undefined;
  return (
    <>
      <PageTitle
        title="Adopt recipients"
        subtitle="Recipients that were paid before and are not in the address book. A second person confirms them. Nothing is sent."
      />
      {reason !== undefined && <Notice look="warn" title={reason} />}
      {found?.ok && <AdoptEditor adoption={found.value} />}
      {found?.ok === false && <ExplanationNotice explanation={explainDenial(found.error, '')} />}
    </>
  );
}
