import type { Metadata } from 'next';
import { EntryButtons } from '@/app/(console)/recipients/[id]/entry-buttons';
import { EntryHistory } from '@/app/(console)/recipients/[id]/entry-history';
import { EntryTransfers } from '@/app/(console)/recipients/[id]/entry-transfers';
import { ServiceData } from '@/app/(console)/recipients/[id]/service-data';
import { RecipientNotFound } from '@/app/(console)/recipients/[id]/recipient-not-found';
import { OpenChange } from '@/app/(console)/recipients/[id]/open-change';
import { EntryFacts } from '@/app/(console)/recipients/entry-facts';
import { PaidText } from '@/app/(console)/recipients/recipient-list';
import { UntrustedText } from '@/components/values/untrusted-text';
import { RequestList } from '@/components/withdrawals/request-list';
import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import { PageTitle, Panel } from '@/components/ui/panel';
import { entryOf } from '@/lib/recipients/changes';
import type { RecipientSummary } from '@/lib/recipients/recipients';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { denialReason } from '@/lib/identity/roles';
import { listAddressSaves } from '@/lib/server/recipients/travel-rule/saves';
import { requirePage } from '@/lib/server/auth/page-guard';
import { listRequestsOfRecipient } from '@/lib/server/requests/lists/list';
import { listTransfersOfRecipient } from '@/lib/server/transfers/of-recipient';
import { readRecipient, type RecipientView, changeDenialReason } from '@/lib/server/recipients/view';

export const metadata: Metadata = { title: 'Recipient' };

export default async function RecipientPage({ params }: { params: Promise<{ id: string }> }) {
  await requirePage('readRecipients');
  const { id } = await params;
  const [found, saves, withdrawals, paid] = await Promise.all([
    readRecipient(id),
    listAddressSaves(id),
    listRequestsOfRecipient(id),
    listTransfersOfRecipient(id),
  ]);
  if (!found.ok) return <RecipientNotFound />;
  const { entry, proposals, similarAddresses, person } = found.value;
  const requests = withdrawals.ok ? withdrawals.value : [];
  const open = proposals.find(({ state }) => state === 'OPEN');
  return (
    <div>
      <PageTitle
        title={nameOf(found.value)}
        subtitle={entry || isOfSeveral(found.value) ? undefined : 'Not in the address book.'}
        actions={
          entry && (
            <EntryButtons
              entry={entry}
              similarAddresses={similarAddresses[id] ?? []}
              roles={person.roles}
              changeDenialReason={changeDenialReason(found.value)}
            />
          )
        }
      />
      <div className="space-y-4">
        {entry?.state === 'RETIRED' && (
          <Notice look="warn" title="This entry is retired. The console does not offer it for new withdrawals." />
        )}
        {open && <OpenChange proposal={open} similarAddresses={similarAddresses} paid={found.value.paid} />}
        {entry && <EntryPanel entry={entry} />}
        {saves.ok && saves.value && (
          <ServiceData
            recipientId={id}
            saves={saves.value}
            denialReason={denialReason('changeRecipients', person.roles)}
          />
        )}
        {entry && <EntryWithdrawals entry={entry} requests={requests} />}
        {entry && <EntryTransfers entry={entry} requests={requests} transfers={paid.ok ? paid.value : []} />}
        <EntryHistory proposals={proposals.filter((proposal) => proposal !== open)} />
      </div>
    </div>
  );
}

function EntryPanel({ entry }: { entry: RecipientSummary }) {
  return (
    <Panel title="Details">
      {entry.hasSharedName && (
        <div className="mb-3">
          <Notice look="warn" title="Another active entry on this network has this name, or one that looks the same.">
            <p>Compare the addresses before you choose a recipient by name. Rename or retire one of the entries.</p>
          </Notice>
        </div>
      )}
      <EntryFacts entry={entry} isNamed />
      <p className="mt-3 text-label text-dim">
        Owner: <UntrustedText text={entry.owner} />. Added <Time iso={entry.createdAt} />
        {entry.updatedAt !== entry.createdAt && (
          <>
            , last changed <Time iso={entry.updatedAt} />
          </>
        )}
        .
      </p>
    </Panel>
  );
}

function EntryWithdrawals({ entry, requests }: { entry: RecipientSummary; requests: readonly RequestSummary[] }) {
  return (
    <section aria-label="Withdrawals to this recipient">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3 text-body text-dim">
        <h2 className="text-heading font-semibold text-ink">Withdrawals to this recipient, newest first</h2>
        <PaidText paid={entry.paid} />
      </div>
      {requests.length > 0 ? (
        <RequestList requests={requests} />
      ) : (
        <Panel>
          <p className="text-dim">No withdrawals to this recipient yet.</p>
        </Panel>
      )}
    </section>
  );
}

/** Tells whether this is the page of a proposal with several entries, each of which has a page of its own. */
const isOfSeveral = ({ proposals: [newest] }: RecipientView) => (newest?.changes.length ?? 0) > 1;

/** Gives the name of the entry, or of what is proposed under its ID. */
function nameOf({ entry, proposals }: RecipientView): string {
  if (entry) return entry.name;
  const [newest] = proposals;
  const [first, ...more] = newest?.changes ?? [];
  if (!first) return 'Recipient';
  return more.length === 0
    ? entryOf(first).name
    : `${more.length + 1} ${newest?.isAdopted ? 'recipients paid before' : 'imported recipients'}`;
}
