import type { Metadata } from 'next';
import { EntryButtons } from '@/app/(console)/recipients/[id]/entry-buttons';
import { EntryHistory } from '@/app/(console)/recipients/[id]/entry-history';
import { NoRecipient } from '@/app/(console)/recipients/[id]/recipient-not-found';
import { OpenChange } from '@/app/(console)/recipients/[id]/open-change';
import { EntryFacts } from '@/app/(console)/recipients/entry-facts';
import { PaidText } from '@/app/(console)/recipients/recipient-list';
import { UntrustedText } from '@/components/values/untrusted-text';
import { RequestList } from '@/components/withdrawals/request-list';
import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import { PageTitle, Panel } from '@/components/ui/panel';
import { entryOf } from '@/lib/recipients/changes';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listRequestsOfRecipient } from '@/lib/server/requests/of-recipient';
import { readRecipient, type RecipientView, changeDenialReason } from '@/lib/server/recipients/view';

export const metadata: Metadata = { title: 'Recipient' };

export default async function RecipientPage({ params }: { params: Promise<{ id: string }> }) {
  await requirePage('readRecipients');
  const { id } = await params;
  const [found, withdrawals] = await Promise.all([readRecipient(id), listRequestsOfRecipient(id)]);
  if (!found.ok) return <NoRecipient />;
  const { entry, proposals, lookAlikes, person } = found.value;
  const requests = withdrawals.ok ? withdrawals.value : [];
  const open = proposals.find(({ state }) => state === 'OPEN');
  return (
    <div className="max-w-5xl">
      <PageTitle
        title={nameOf(found.value)}
        subtitle={entry ? undefined : 'Not in the book.'}
        actions={
          entry && (
            <EntryButtons
              entry={entry}
              lookAlikes={lookAlikes[id] ?? []}
              roles={person.roles}
              changeDenialReason={changeDenialReason(found.value)}
            />
          )
        }
      />
      <div className="space-y-5">
        {entry?.state === 'RETIRED' && (
          <Notice look="warn" title="This entry is retired. Nobody is offered it for a new withdrawal." />
        )}
        {open && <OpenChange proposal={open} lookAlikes={lookAlikes} />}
        {entry && (
          <Panel title="What the book says">
            <EntryFacts entry={entry} />
            <p className="mt-3 text-xs text-dim">
              Owner: <UntrustedText text={entry.owner} />. In the book since <Time iso={entry.createdAt} />
              {entry.updatedAt !== entry.createdAt && (
                <>
                  , changed last <Time iso={entry.updatedAt} />
                </>
              )}
              .
            </p>
          </Panel>
        )}
        {entry && (
          <section aria-label="Withdrawals to it">
            <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3 text-sm text-dim">
              <h2 className="font-medium">Withdrawals to it, the newest first</h2>
              <PaidText paid={entry.paid} />
            </div>
            {requests.length > 0 ? (
              <RequestList requests={requests} />
            ) : (
              <Panel>
                <p className="text-dim">Nobody has asked for a withdrawal to it yet.</p>
              </Panel>
            )}
          </section>
        )}
        <EntryHistory proposals={proposals.filter((proposal) => proposal !== open)} />
      </div>
    </div>
  );
}

/** What it is called; for what is not in the book, as it was asked for. */
function nameOf({ entry, proposals }: RecipientView): string {
  if (entry) return entry.name;
  const [first, ...more] = proposals[0]?.changes ?? [];
  if (!first) return 'Recipient';
  return more.length === 0 ? entryOf(first).name : `${more.length + 1} recipients from a sheet`;
}
