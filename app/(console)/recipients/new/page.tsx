import type { Metadata } from 'next';
import { RecipientEditor } from '@/app/(console)/recipients/recipient-editor';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { readRegistry } from '@/lib/server/networks/registry';
import { savesAddresses } from '@/lib/server/recipients/travel-rule/saves';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Add recipient' };

export default async function NewRecipientPage() {
  const person = await requirePage('readRecipients');
  const reason = denialReason('changeRecipients', person.roles);
  const { networks } = await readRegistry();
  return (
    <>
      <PageTitle title="Add recipient" subtitle="A second person confirms the new recipient. Nothing is sent." />
      {reason === undefined ? (
        <RecipientEditor networks={networks} hasDirectory={savesAddresses()} />
      ) : (
        <Notice look="warn" title={reason} />
      )}
    </>
  );
}
