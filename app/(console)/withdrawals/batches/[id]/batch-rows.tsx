'use client';

import { memo, useState } from 'react';
import { BatchRow, FindingLabels, ROW, ROWS, type RowsLook } from '@/app/(console)/withdrawals/batches/[id]/batch-row';
import { FirstPayments } from '@/app/(console)/withdrawals/batches/[id]/first-payments';
import { countDecimals } from '@/app/(console)/withdrawals/batches/[id]/item-amount';
import { RowLook } from '@/app/(console)/withdrawals/batches/[id]/row-look';
import { type Looks, nameStep, type Step } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { Button } from '@/components/ui/button';
import { StatusMark, type Tone } from '@/components/ui/status-mark';
import type { BatchItem, BatchStates, BatchView } from '@/lib/requests/bundles/batches';
import type { OrderedItem } from '@/lib/requests/bundles/item-amounts';
import type { LookNeed } from '@/lib/requests/bundles/looks';
import { findShared } from '@/lib/requests/bundles/shared-facts';
import { describeRequest } from '@/lib/requests/request-view';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import { formatCount } from '@/lib/text/locale';

// As many rows as fit a screen, before those without findings fold.
const SHOWN = 10;
const MIN_FOLDED = 3;

type Ordered = OrderedItem<BatchItem>;

interface BatchRowsProps {
  batch: BatchView;
  ordered: readonly Ordered[];
  states: BatchStates['states'];
  looks: Looks;
  onReject: (item: BatchItem) => void;
}

/**
 * Lists the payments of a batch, the most unusual first, then the largest. Those to known recipients without findings
 * fold; first payments are a list of their own, which never does.
 */
export function BatchRows({ batch: { denialReason, items }, ordered, states, looks, onReject }: BatchRowsProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isDeciding = denialReason.approve === null;
  const needOf = ({ item: { canDecide, look } }: Ordered) => (isDeciding && canDecide ? look?.need : undefined);
  const ofNeed = (need: LookNeed | undefined) => ordered.filter((one) => needOf(one) === need);
  const [marked, usual, others] = [[...ofNeed('item'), ...ofNeed('alone')], ofNeed('none'), ofNeed(undefined)];
  const kept = Math.max(SHOWN - marked.length, MIN_FOLDED);
  const folded = !isUnfolded && usual.length >= kept + MIN_FOLDED ? usual.slice(kept) : [];
  const shown = folded.length > 0 ? usual.slice(0, kept) : usual;
  const values = items.map(({ body }) => fixedValueOf(body));
  const assets = new Set(values.map(({ asset }) => asset));
  const look: RowsLook = {
    decimals: countDecimals(values.map(({ amount }) => amount)),
    hasAssets: assets.size > 1,
    shared: findShared(items),
  };
  // A status that all rows have is said on top (BatchHead), or by the signature lines.
  const labels = new Set(items.map((item) => describeRequest(states[item.position] ?? item).label));
  const isSame = labels.size === 1 && others.length === items.length;
  const stepOf = (item: BatchItem) => looks.steps.find(({ kind, items: [first] }) => kind === 'item' && first === item);
  return (
    <section aria-label="Payments" className="@container/rows min-w-0 space-y-6">
      {marked.length + shown.length + others.length > 0 && (
        <ol className={ROWS}>
          <RowHeads
            asset={look.hasAssets ? 'Amount' : (values[0]?.asset ?? '')}
            last={isDeciding || isSame ? 'Findings' : 'Status'}
          />
          {marked.map(({ item, share }) => {
            const step = stepOf(item);
            return <MarkedRow key={item.id} {...{ item, share, look, step, looks, onReject }} />;
          })}
          {shown.map(({ item, share }) => (
            <StateRow key={item.id} item={item} share={share} look={look} />
          ))}
          {folded.length > 0 && (
            <li className={`${ROW} py-2`}>
              <button
                type="button"
                aria-expanded={false}
                className="col-span-full text-left text-label text-dim hover:underline"
                onClick={() => setIsUnfolded(true)}
              >
                {formatCount(folded.length)} more to known recipients, nothing unusual <span aria-hidden>▾</span>
              </button>
            </li>
          )}
          {others.map(({ item, share }) => {
            const status = isSame ? {} : describeRequest(states[item.position] ?? item);
            return <StateRow key={item.id} item={item} share={share} look={look} {...status} />;
          })}
        </ol>
      )}
      {isDeciding && <FirstPayments looks={looks} ordered={ordered} look={look} />}
    </section>
  );
}

function RowHeads({ asset, last }: { asset: string; last: string }) {
  return (
    <li aria-hidden className={`${ROW} py-1.5 text-label text-dim @max-[680px]/rows:hidden`}>
      <span>Row</span>
      <span className="text-right">{asset}</span>
      <span />
      <span />
      <span>To</span>
      <span>{last}</span>
      <span />
    </li>
  );
}

interface MarkedRowProps extends Pick<Ordered, 'item' | 'share'> {
  look: RowsLook;
  /** Undefined for a row that is decided on alone, on its own page. */
  step: Step | undefined;
  looks: Looks;
  onReject: (item: BatchItem) => void;
}

/** A row that needs a look: it opens in place. */
function MarkedRow({ item, share, look, step, looks, onReject }: MarkedRowProps) {
  const isCurrent = step !== undefined && looks.current === step;
  const isSeen = step !== undefined && looks.isSeen(step);
  return (
    <BatchRow
      item={item}
      share={share}
      look={look}
      isMarked
      isCurrent={isCurrent}
      {...(step && { id: nameStep(step) })}
      findings={<FindingLabels labels={item.look?.labels ?? []} />}
      action={
        step && (
          <Button
            look={isSeen ? 'quiet' : 'plain'}
            aria-expanded={isCurrent}
            aria-label={`${isSeen ? 'Looked at' : 'Look at'} row ${item.position + 1}`}
            className="min-h-7 px-2 py-0.5"
            onClick={() => looks.open(isCurrent ? undefined : step)}
          >
            {isSeen ? 'looked ✓' : 'Look'}
          </Button>
        )
      }
    >
      {isCurrent ? <RowLook item={item} step={step} looks={looks} onReject={onReject} /> : undefined}
    </BatchRow>
  );
}

interface StateRowProps extends Pick<Ordered, 'item' | 'share'> {
  look: RowsLook;
  /** The status; none where the row waits for the reader. */
  label?: string;
  tone?: Tone;
}

// Not drawn again with every poll.
const StateRow = memo(function StateRow({ item, share, look, label, tone }: StateRowProps) {
  return (
    <BatchRow
      item={item}
      share={share}
      look={look}
      findings={
        <>
          {label !== undefined && tone !== undefined && <StatusMark label={label} tone={tone} />}
          <FindingLabels labels={item.look?.labels ?? []} />
        </>
      }
    />
  );
}, isSameRow);

function isSameRow(before: StateRowProps, now: StateRowProps): boolean {
  return (
    before.item === now.item &&
    before.share === now.share &&
    before.label === now.label &&
    before.tone === now.tone &&
    JSON.stringify(before.look) === JSON.stringify(now.look)
  );
}
