import type { Metadata } from 'next';
import { RecipientNotFound } from '@/app/(console)/recipients/[id]/recipient-not-found';
import { RecipientEditor } from '@/app/(console)/recipients/recipient-editor';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { readRegistry } from '@/lib/server/networks/registry';
import { savesAddresses } from '@/lib/server/recipients/travel-rule/saves';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readRecipient, changeDenialReason } from '@/lib/server/recipients/view';

export const metadata: Metadata = { title: 'Change recipient' };

export default async function ChangeRecipientPage({ params }: { params: Promise<{ id: string }> }) {
  await requirePage('readRecipients');
  const { id } = await params;
  const [found, { networks }] = await Promise.all([readRecipient(id), readRegistry()]);
  if (!found.ok || !found.value.entry) return <RecipientNotFound />;
  const { entry } = found.value;
  const reason =
    changeDenialReason(found.value) ??
    (entry.state === 'RETIRED' ? 'This entry is retired. Restore the entry before you change it.' : undefined);
  return (
    <>
      <PageTitle
        title={`Change “${entry.name}”`}
        subtitle="A second person confirms the change before it takes effect."
      />
      {reason === undefined ? (
        <RecipientEditor networks={networks} hasDirectory={savesAddresses()} changed={entry} />
      ) : (
        <Notice look="warn" title={reason}>
          <Link href={routes.recipient(id)} className="underline">
            Back to the recipient
          </Link>
        </Notice>
      )}
    </>
  );
}
