'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { BatchDecision } from '@/app/(console)/withdrawals/batches/[id]/batch-decision';
import { BatchItems } from '@/app/(console)/withdrawals/batches/[id]/batch-items';
import { BatchLooks } from '@/app/(console)/withdrawals/batches/[id]/batch-looks';
import { RejectItemDialog } from '@/app/(console)/withdrawals/batches/[id]/reject-item-dialog';
import { type Looks, useLooks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { useShownTime } from '@/components/withdrawals/use-shown-time';
import { EvidenceLink } from '@/components/withdrawals/evidence-link';
import { ShortageNotices } from '@/components/withdrawals/shortage-notices';
import { downloadRoutes } from '@/lib/http/routes';
import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { fetchJson, POLLING } from '@/components/data/fetch-json';
import { Time } from '@/components/values/time';
import { StaleDataNotice } from '@/components/data/stale-data-notice';
import { PageTitle, Panel } from '@/components/ui/panel';
import { StatusMark, type Tone } from '@/components/ui/status-mark';
import type { BatchItem, BatchStates, BatchView } from '@/lib/requests/bundles/batches';
import type { LookNeed } from '@/lib/requests/bundles/looks';
import { describeAmounts, type OrderedItem, orderByFindings } from '@/lib/requests/bundles/item-amounts';
import { describeRequest, isSettled } from '@/lib/requests/request-view';
import { batchEndpoint, batchStatesEndpoint } from '@/lib/requests/contract';

const REFRESH_MS = 3000;

/** Shows a batch: its totals, the status of its items, what to look at, and the decision. Updates by itself. */
export function BatchDetails({ initial }: { initial: BatchView }) {
  const { batch, states, isStale, readAgain } = useBatch(initial);
  const { items } = batch;
  // Once for what is looked at, shown and listed: the page renders with every poll.
  const ordered = useMemo(() => orderByFindings(items), [items]);
  const looks = useLooks(batch.id, ordered);
  const readShownMs = useShownTime(batch.id);
  // The item as it was when its dialog was opened.
  const [rejected, setRejected] = useState<BatchItem>();
  const count = items.length.toLocaleString('en-GB');
  return (
    <>
      <PageTitle
        title={batch.name}
        subtitle={
          <>
            Batch of {count}, requested by <UntrustedText text={batch.requesterName} />,{' '}
            <Time iso={batch.createdAt} withSeconds />
          </>
        }
        actions={batch.hasEvidence && <EvidenceLink href={downloadRoutes.evidenceOfBatch(batch.id)} />}
      />
      {isStale && (
        <div className="mb-4">
          <StaleDataNotice />
        </div>
      )}
      {!batch.isMine && (
        <div className="mb-4 space-y-3 empty:hidden">
          <ShortageNotices needs={batch.needs} />
        </div>
      )}
      <div className="mb-4 grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Totals">
          <Totals batch={batch} />
        </Panel>
        <Panel title="Status of the items">
          <StateCounts items={items} states={states} />
        </Panel>
      </div>
      {/* One parent, within which the bar stays in sight. */}
      <div className="space-y-4">
        <Items batch={batch} ordered={ordered} states={states} looks={looks} onReject={setRejected} />
        <BatchDecision
          batch={batch}
          looks={looks}
          readShownMs={readShownMs}
          onReject={setRejected}
          onChanged={readAgain}
        />
      </div>
      {rejected && (
        <RejectItemDialog
          item={rejected}
          decidesFor={batch.decidesFor}
          readShownMs={readShownMs}
          concurrentChange={explainItemChange(rejected, items)}
          onClose={() => {
            setRejected(undefined);
            void readAgain();
          }}
        />
      )}
    </>
  );
}

function explainItemChange(opened: BatchItem, items: readonly BatchItem[]): string | undefined {
  const now = items.find(({ id }) => id === opened.id);
  return now?.canDecide === true && now.version === opened.version
    ? undefined
    : 'This item was changed or decided while this dialog was open. Go back to check it.';
}

interface ItemsProps {
  batch: BatchView;
  ordered: readonly OrderedItem<BatchItem>[];
  states: BatchStates['states'];
  looks: Looks;
  onReject: (item: BatchItem) => void;
}

/** Lists the items: those to look at, those that need no look, those decided on alone, and all others. */
function Items({ batch: { denialReason }, ordered, states, looks, onReject }: ItemsProps) {
  const isDeciding = denialReason.approve === null;
  const needOf = ({ item: { canDecide, look } }: OrderedItem<BatchItem>) =>
    isDeciding && canDecide ? look?.need : undefined;
  const ofNeed = (need: LookNeed | undefined) => ordered.filter((one) => needOf(one) === need);
  const [unremarkable, alone, others] = [ofNeed('none'), ofNeed('alone'), ofNeed(undefined)];
  return (
    <section aria-label="Items" className="space-y-4">
      {isDeciding && (
        <BatchLooks
          looks={looks}
          shares={new Map(ordered.map(({ item, share }) => [item.id, share]))}
          onReject={onReject}
        />
      )}
      {alone.length > 0 && (
        <div>
          <h2 className={HEADING}>{nameCount('Decided one by one', alone)}</h2>
          <BatchItems items={alone} states={states} />
        </div>
      )}
      {unremarkable.length > 0 && (
        <details>
          <summary className={HEADING}>{nameCount('Without findings', unremarkable)}</summary>
          <BatchItems items={unremarkable} states={states} />
        </details>
      )}
      {others.length > 0 && (
        <div>
          {isDeciding && <h2 className={HEADING}>{nameCount('Other items', others)}</h2>}
          <BatchItems items={others} states={states} />
        </div>
      )}
    </section>
  );
}

const HEADING = 'mb-2 text-heading font-semibold';
const nameCount = (name: string, { length }: readonly unknown[]) => `${name} (${length.toLocaleString('en-GB')})`;

/** Polls the states of the items, and reads the whole batch again only when the waiting items have changed. */
function useBatch(initial: BatchView) {
  const { id } = initial;
  const client = useQueryClient();
  const queryKey = ['batch', id];
  const { data: batch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchJson(batchEndpoint(id), { ...POLLING, signal }),
    initialData: initial,
    staleTime: Infinity,
  });
  const { data: current, isError } = useQuery({
    queryKey: ['batch-states', id],
    queryFn: ({ signal }) => fetchJson(batchStatesEndpoint(id), { ...POLLING, signal }),
    refetchInterval: ({ state: { data } }) => (data?.states.every(isSettled) ? false : REFRESH_MS),
  });
  const readAgain = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey }),
      client.invalidateQueries({ queryKey: ['batch-states', id] }),
    ]);
  };
  const hasChanged = current !== undefined && current.waitingSha256 !== batch.waiting.sha256;
  useEffect(() => {
    if (hasChanged) void client.invalidateQueries({ queryKey: ['batch', id] });
  }, [client, hasChanged, id]);
  return { batch, states: current?.states ?? [], isStale: isError, readAgain };
}

/** Shows the sums per asset of all items and of those that await approval. */
function Totals({ batch: { items, totals, waiting } }: { batch: BatchView }) {
  const waitingTotals = new Map(waiting.totals.map((total) => [total.asset, total]));
  return (
    <>
      <table className="w-full text-body">
        <thead>
          <tr className="text-label text-dim">
            <th className="text-left font-normal">Asset</th>
            <th className="text-right font-normal">Items</th>
            <th className="text-right font-normal">Total</th>
            <th className="text-right font-normal">Awaiting approval</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ asset, total, count, value }) => (
            <tr key={asset} className="align-baseline">
              <th className="py-1 text-left font-normal">{asset}</th>
              <td className="text-right">{count.toLocaleString('en-GB')}</td>
              <td className="pl-3 text-right">
                <Money amount={total} asset={asset} value={value} />
              </td>
              <td className="pl-3 text-right">
                <Money amount={waitingTotals.get(asset)?.total ?? '0'} asset={asset} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-label text-dim">
        {[...describeAmounts(items), 'As requested, without fees that are added on top.'].join(' ')}
      </p>
    </>
  );
}

function StateCounts({ items, states }: { items: readonly BatchItem[]; states: BatchStates['states'] }) {
  const counts = new Map<string, { tone: Tone; count: number }>();
  for (const [index, item] of items.entries()) {
    const { label, tone } = describeRequest(states[index] ?? item);
    // The number of approvals differs between items and is shown with each of them.
    const name = label.replace(/ \([^()]*\)$/, '');
    counts.set(name, { tone, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return (
    <div role="status">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-body">
        {[...counts].map(([label, { tone, count }]) => (
          <li key={label}>
            <StatusMark
              tone={tone}
              label={`${count.toLocaleString('en-GB')} ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
