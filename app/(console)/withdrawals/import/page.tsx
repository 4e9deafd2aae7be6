import type { Metadata } from 'next';
import { ForRequesters } from '@/app/(console)/withdrawals/new/for-requesters';
import { ImportEditor } from '@/app/(console)/withdrawals/import/import-editor';
import { PageTitle } from '@/components/ui/panel';
import { readSendable } from '@/lib/server/policy/sendable';
import { requireSignedIn } from '@/lib/server/auth/page-guard';

export const metadata: Metadata = { title: 'Import withdrawals' };

export default async function ImportPage() {
  const person = await requireSignedIn();
  return (
    <>
      <PageTitle
        title="Import withdrawals"
        subtitle="Create up to 1,000 requests from a sheet. Nothing is sent before approval."
      />
      <ForRequesters person={person}>
        <ImportEditor personId={person.id} registry={await readSendable()} />
      </ForRequesters>
    </>
  );
}
