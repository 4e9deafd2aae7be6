import type { ReactNode } from 'react';
import { ProfileName } from '@/components/profiles/profile-name';
import { StatusMark } from '@/components/ui/status-mark';
import type { Tone } from '@/lib/transfers/describe-status';
import { Money } from '@/components/values/money';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import type { BatchItem, BatchStates, BatchSummary, BatchView } from '@/lib/requests/bundles/batches';
import { sumRows } from '@/lib/requests/bundles/batch-sum';
import { describeAmounts } from '@/lib/requests/bundles/item-amounts';
import { findShared } from '@/lib/requests/bundles/shared-facts';
import { describeRequest } from '@/lib/requests/request-view';
import { joinList } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';

// The names of more assets than these are beside their totals only.
const MAX_NAMED = 2;

interface BatchHeadProps {
  batch: BatchView;
  /** The rows that its totals sum (`pickSummed`). */
  summed: readonly BatchItem[];
  states: BatchStates['states'];
}

/** Shows what a batch is: its totals, and in a line what all of its rows have in common. */
export function BatchHead({ batch, summed, states }: BatchHeadProps) {
  const { items } = batch;
  const shared = findShared(items);
  const facts = [
    shared.network !== undefined && networkLabel(shared.network),
    shared.fee,
    // For who decides.
    ...(items.some(({ look }) => look !== null) ? describeAmounts(summed) : []),
  ].filter((text) => typeof text === 'string');
  return (
    <div className="min-w-0">
      <BatchTitle batch={{ ...batch, totals: sumRows(summed) }} summed={summed.length} count={items.length} level="h1">
        {facts.join(' · ')}
        {shared.profile !== undefined && (
          <>
            {' · from '}
            <ProfileName id={shared.profile} />
          </>
        )}
        {shared.note !== undefined && shared.note !== '' && (
          <>
            {' · “'}
            <UntrustedText text={shared.note} limit={200} />”
          </>
        )}
      </BatchTitle>
      <StateCounts items={items} states={states} />
    </div>
  );
}

interface BatchTitleProps {
  batch: Pick<BatchSummary, 'name' | 'requesterName' | 'createdAt' | 'totals'>;
  /** How many of its `count` rows the totals sum. */
  summed: number;
  count: number;
  /** `h2` where the page has a heading of its own. */
  level: 'h1' | 'h2';
  /** Its amounts, and what all of its rows share. */
  children: ReactNode;
}

/** Names a batch, with who requested it, its totals and its amounts. */
export function BatchTitle({ batch, summed, count, level: Heading, children }: BatchTitleProps) {
  const { name, requesterName, createdAt, totals } = batch;
  return (
    <>
      <Heading className="text-title font-semibold [overflow-wrap:anywhere]">
        <UntrustedText text={name} limit={120} />
      </Heading>
      <p className="text-body text-dim">
        {summed < count && `${formatCount(summed)} of `}
        {formatCount(count)} {count === 1 ? 'payment' : 'payments'}
        {totals.length <= MAX_NAMED && ` in ${joinList(totals.map(({ asset }) => asset))}`}, requested{' '}
        <Time iso={createdAt} /> by <UntrustedText text={requesterName} />
      </p>
      <ul aria-label="Totals" className="@container mt-3">
        {totals.map(({ asset, total, value }) => (
          <li key={asset}>
            <Money amount={total} asset={asset} value={value} size={totals.length > MAX_NAMED ? 'body' : 'display'} />
          </li>
        ))}
      </ul>
      <p className="mt-1 text-label text-dim [overflow-wrap:anywhere]">{children}</p>
    </>
  );
}

/** Counts the rows by status; nothing while all of them await approval. */
function StateCounts({ items, states }: { items: readonly BatchItem[]; states: BatchStates['states'] }) {
  const counts = new Map<string, { tone: Tone; count: number }>();
  for (const [index, item] of items.entries()) {
    const { label, tone } = describeRequest(states[index] ?? item);
    // The number of approvals differs between rows; the signature lines show it.
    const name = label.replace(/ \([^()]*\)$/, '');
    counts.set(name, { tone, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  const areAllWaiting = items.every((item, index) => (states[index] ?? item).state === 'AWAITING_APPROVAL');
  return (
    <div role="status" aria-label="Status of the payments" className="mt-2 text-body">
      {!(areAllWaiting && counts.size === 1) && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {[...counts].map(([label, { tone, count }]) => (
            <li key={label}>
              <StatusMark
                tone={tone}
                label={`${formatCount(count)} ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
