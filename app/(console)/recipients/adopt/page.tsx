import type { Metadata } from 'next';
import { AdoptEditor } from '@/app/(console)/recipients/adopt/adopt-editor';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { explainDenial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readAdoption } from '@/lib/server/recipients/adoption/offers';

export const metadata: Metadata = { title: 'Add recipients paid before' };

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
        title="Add recipients paid before"
        subtitle="Not in the address book yet. A second person confirms them."
      />
      {reason !== undefined && <Notice look="warn" title={reason} />}
      {found?.ok && <AdoptEditor adoption={found.value} />}
      {found?.ok === false && <ExplanationNotice explanation={explainDenial(found.error, '')} />}
    </>
  );
}
