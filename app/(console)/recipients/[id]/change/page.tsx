import type { Metadata } from 'next';
import { NoRecipient } from '@/app/(console)/recipients/[id]/recipient-not-found';
import { RecipientEditor } from '@/app/(console)/recipients/recipient-editor';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { readRegistry } from '@/lib/server/networks/registry';
import { requirePage } from '@/lib/server/auth/page-guard';
import { readRecipient, changeDenialReason } from '@/lib/server/recipients/view';

export const metadata: Metadata = { title: 'Change a recipient' };

export default async function ChangeRecipientPage({ params }: { params: Promise<{ id: string }> }) {
  await requirePage('readRecipients');
  const { id } = await params;
  const [found, { networks }] = await Promise.all([readRecipient(id), readRegistry()]);
  if (!found.ok || !found.value.entry) return <NoRecipient />;
  const { entry } = found.value;
  const reason =
    changeDenialReason(found.value) ??
    (entry.state === 'RETIRED' ? 'A retired entry is not changed. Bring it back first.' : undefined);
  return (
    <>
      <PageTitle
        title={`Change “${entry.name}”`}
        subtitle="The book stays as it is until a second person has confirmed the change."
      />
      {reason === undefined ? (
        <RecipientEditor networks={networks} changed={entry} />
      ) : (
        <Notice look="warn" title={reason}>
          <Link href={routes.recipient(id)} className="underline">
            Back to the entry
          </Link>
        </Notice>
      )}
    </>
  );
}
