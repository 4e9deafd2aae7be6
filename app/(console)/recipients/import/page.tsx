import type { Metadata } from 'next';
import { ImportEditor } from '@/app/(console)/recipients/import/import-editor';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { readRegistry } from '@/lib/server/networks/registry';
import { requirePage } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Import recipients' };

export default async function ImportRecipientsPage() {
  const person = await requirePage('readRecipients');
  const reason = denialReason('changeRecipients', person.roles);
  const { networks } = await readRegistry();
  return (
    <>
      <PageTitle
        title="Import recipients"
        subtitle="A second person confirms the import. Then all rows are added at once. Nothing is sent."
      />
      {reason === undefined ? <ImportEditor networks={networks} /> : <Notice look="warn" title={reason} />}
    </>
  );
}
