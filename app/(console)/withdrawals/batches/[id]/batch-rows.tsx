'use client';

import { Fragment, memo, type ReactNode, useState } from 'react';
import {
  BatchRow,
  FindingLabels,
  ROW,
  RowHeads,
  ROWS,
  type RowsLook,
  SUBGRID,
} from '@/app/(console)/withdrawals/batches/[id]/batch-row';
import { FirstPayments } from '@/app/(console)/withdrawals/batches/[id]/first-payments';
import { countDecimals } from '@/app/(console)/withdrawals/batches/[id]/item-amount';
import { RecipientHead } from '@/app/(console)/withdrawals/batches/[id]/recipient-head';
import { RowLook } from '@/app/(console)/withdrawals/batches/[id]/row-look';
import { type Looks, nameStep, type Step } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import type { Tone } from '@/lib/transfers/describe-status';
import type { BatchItem, BatchStates, BatchView } from '@/lib/requests/bundles/batches';
import type { OrderedItem } from '@/lib/requests/bundles/item-amounts';
import type { LookNeed } from '@/lib/requests/bundles/looks';
import { groupByAddress, type RecipientGroup, takeGroups } from '@/lib/requests/bundles/recipient-groups';
import { findShared } from '@/lib/requests/bundles/shared-facts';
import { describeRequest } from '@/lib/requests/request-view';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import { formatCount } from '@/lib/text/locale';

// As many rows as fit a screen, before those without findings fold.
const SHOWN = 10;
const MIN_FOLDED = 3;

type Ordered = OrderedItem<BatchItem>;
type Group = RecipientGroup<Ordered>;

const groupRows = (rows: readonly Ordered[]): Group[] => groupByAddress(rows, ({ item }) => item.body);
/** Tells whether a status takes a person. */
const isBad = (tone: Tone | undefined) => tone === 'failed' || tone === 'alarm' || tone === 'unknown';
const countRows = (groups: readonly Group[]) => groups.reduce((count, { items }) => count + items.length, 0);

interface BatchRowsProps {
  batch: BatchView;
  ordered: readonly Ordered[];
  states: BatchStates['states'];
  looks: Looks;
  onReject: (item: BatchItem, reason?: string) => void;
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
  const [marked, usual] = [[...ofNeed('item'), ...ofNeed('alone')], ofNeed('none')];
  const statusOf = ({ item }: Ordered) => describeRequest(states[item.position] ?? item);
  // What went wrong comes first.
  const others = ofNeed(undefined).toSorted(
    (a, b) => Number(isBad(statusOf(b).tone)) - Number(isBad(statusOf(a).tone)),
  );
  // All rows to one recipient are below each other, at the place of the most unusual.
  const groups = groupRows([...marked, ...usual]);
  const isMarked = ({ items: [first] }: Group) => first !== undefined && marked.includes(first);
  const [ofMarked, ofUsual] = [groups.filter(isMarked), groups.filter((group) => !isMarked(group))];
  const kept = takeGroups(ofUsual, Math.max(SHOWN - countRows(ofMarked), MIN_FOLDED));
  const folded = !isUnfolded && countRows(kept.left) >= MIN_FOLDED ? countRows(kept.left) : 0;
  const shown = [...ofMarked, ...(folded > 0 ? kept.taken : ofUsual)];
  const values = items.map(({ body }) => fixedValueOf(body));
  const assets = new Set(values.map(({ asset }) => asset));
  const look: RowsLook = {
    decimals: countDecimals(values),
    hasAssets: assets.size > 1,
    head: assets.size > 1 ? 'Amount' : (values[0]?.asset ?? ''),
    shared: findShared(items),
  };
  // A status that all rows have is said on top (BatchHead), or by the signature lines.
  const labels = new Set(ordered.map((one) => statusOf(one).label));
  const isSame = labels.size === 1 && others.length === items.length;
  const hasStatus = others.length > 0 && !isSame;
  const hasFindings = [...marked, ...usual, ...others].some(({ item }) => (item.look?.labels.length ?? 0) > 0);
  const isUnpaid = (one: Ordered) => isBad(statusOf(one).tone) || statusOf(one).tone === 'ended';
  const listGroups = (some: readonly Group[], rowOf: (one: Ordered, isInGroup: boolean) => ReactNode) =>
    some.map((group) => (
      <Fragment key={group.key}>
        {group.items.length > 1 && (
          <RecipientHead
            items={group.items.map(({ item }) => item)}
            look={look}
            isMarked={isMarked(group)}
            hasSum={
              new Set(group.items.map(isUnpaid)).size === 1 && !group.items.some(({ item }) => looks.isAmountLeft(item))
            }
          />
        )}
        {group.items.map((one) => rowOf(one, group.items.length > 1))}
      </Fragment>
    ));
  const stepOf = (item: BatchItem) => looks.steps.find(({ kind, items: [first] }) => kind === 'item' && first === item);
  return (
    <section aria-label="Payments" className="@container/rows min-w-0">
      <div className={`${ROWS} space-y-6`}>
        {shown.length + others.length > 0 && (
          <ol className={SUBGRID}>
            <RowHeads asset={look.head} last={nameLast(hasFindings, hasStatus)} />
            {listGroups(shown, (one, isInGroup) => {
              const { item, share } = one;
              if (!marked.includes(one)) return <StateRow key={item.id} {...{ item, share, look, isInGroup }} />;
              const step = stepOf(item);
              return <MarkedRow key={item.id} {...{ item, items, share, look, step, looks, onReject, isInGroup }} />;
            })}
            {folded > 0 && (
              <li className={`${ROW} py-2`}>
                <button
                  type="button"
                  aria-expanded={false}
                  className="col-span-full text-left text-label text-dim hover:underline"
                  onClick={() => setIsUnfolded(true)}
                >
                  {formatCount(folded)} more to known recipients, nothing unusual <span aria-hidden>▾</span>
                </button>
              </li>
            )}
            {listGroups(groupRows(others), (one, isInGroup) => (
              <StateRow key={one.item.id} {...{ ...one, look, isInGroup }} {...(hasStatus && statusOf(one))} />
            ))}
          </ol>
        )}
        {isDeciding && <FirstPayments looks={looks} ordered={ordered} look={look} />}
      </div>
    </section>
  );
}

interface MarkedRowProps extends Pick<Ordered, 'item' | 'share'> {
  look: RowsLook;
  /** True below the head of its recipient, which has their name or address. */
  isInGroup: boolean;
  items: readonly BatchItem[];
  /** Undefined for a row that is decided on alone, on its own page. */
  step: Step | undefined;
  looks: Looks;
  onReject: (item: BatchItem, reason?: string) => void;
}

/** A row that needs a look: it opens in place. */
function MarkedRow({ item, items, share, look, isInGroup, step, looks, onReject }: MarkedRowProps) {
  const isCurrent = step !== undefined && looks.current === step;
  const isSeen = step !== undefined && looks.isSeen(step);
  const { text, name } = nameLook(isCurrent, isSeen);
  return (
    <BatchRow
      item={item}
      share={share}
      look={look}
      isMarked
      isCurrent={isCurrent}
      isAmountHidden={looks.isAmountLeft(item)}
      // The open row has its whole address below.
      {...((isInGroup || (isCurrent && item.recipientName === null)) && { to: null })}
      {...(step && { id: nameStep(step) })}
      // The open row says them as sentences.
      findings={!isCurrent && <FindingLabels look={item.look} />}
      action={
        step && (
          <Button
            look={isSeen ? 'quiet' : 'plain'}
            aria-expanded={isCurrent}
            aria-label={`${name} row ${item.position + 1}`}
            className="min-h-7 px-2 py-0.5"
            onClick={() => looks.open(isCurrent ? undefined : step)}
          >
            {text}
          </Button>
        )
      }
    >
      {isCurrent ? <RowLook item={item} items={items} step={step} looks={looks} onReject={onReject} /> : undefined}
    </BatchRow>
  );
}

function nameLast(hasFindings: boolean, hasStatus: boolean): string | undefined {
  if (hasStatus) return hasFindings ? 'Status and findings' : 'Status';
  return hasFindings ? 'Findings' : undefined;
}

/** Gives the text of the button of a row, and its name, which comes before that of the row. */
function nameLook(isCurrent: boolean, isSeen: boolean): { text: string; name: string } {
  if (isCurrent) return { text: 'Close', name: 'Close' };
  return isSeen ? { text: '✓ Right', name: 'Marked as right: look again at' } : { text: 'Look', name: 'Look at' };
}

interface StateRowProps extends Pick<Ordered, 'item' | 'share'> {
  look: RowsLook;
  isInGroup: boolean;
  /** The status; none where the row waits for the reader. */
  label?: string;
  tone?: Tone;
}

// Not drawn again with every poll.
const StateRow = memo(function StateRow({ item, share, look, isInGroup, label, tone }: StateRowProps) {
  return (
    <BatchRow
      item={item}
      share={share}
      look={look}
      {...(isInGroup && { to: null })}
      findings={
        <>
          {label !== undefined && tone !== undefined && <StatusMark label={label} tone={tone} />}
          <FindingLabels look={item.look} />
        </>
      }
      action={
        isBad(tone) && (
          <Link
            href={routes.withdrawal(item.id)}
            aria-label={`See why: row ${item.position + 1}`}
            className="inline-block py-1.5 text-label underline"
          >
            See why
          </Link>
        )
      }
    />
  );
}, isSameRow);

function isSameRow(before: StateRowProps, now: StateRowProps): boolean {
  return (
    before.item === now.item &&
    before.share === now.share &&
    before.isInGroup === now.isInGroup &&
    before.label === now.label &&
    before.tone === now.tone &&
    JSON.stringify(before.look) === JSON.stringify(now.look)
  );
}
