import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ItemAmount } from '@/app/(console)/withdrawals/batches/[id]/item-amount';
import { FromNamedProfile } from '@/components/profiles/profile-name';
import { Link } from '@/components/ui/link';
import { UntrustedText } from '@/components/values/untrusted-text';
import { KeptBeneficiary } from '@/components/withdrawals/kept-beneficiary';
import { Recipient } from '@/components/withdrawals/recipient';
import { routes } from '@/lib/http/routes';
import { networkLabel } from '@/lib/networks/networks';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import type { OrderedItem } from '@/lib/requests/bundles/item-amounts';
import { factsOf, type SharedFacts } from '@/lib/requests/bundles/shared-facts';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** What the rows of one list have in common. */
export interface RowsLook {
  decimals: number;
  /** False where all are in one asset, which the head names. */
  hasAssets: boolean;
  /** The head of the amounts. */
  head: string;
  shared: Partial<SharedFacts>;
}

/** Columns of all lists of rows where there is room; otherwise each row is a card of two lines. */
export const ROWS =
  '@min-[680px]/rows:grid @min-[680px]/rows:gap-x-3 ' +
  '@min-[680px]/rows:grid-cols-[auto_auto_auto_minmax(2rem,6rem)_minmax(0,1fr)_minmax(0,1fr)_auto]';
/** A list in these columns. */
export const SUBGRID = '@min-[680px]/rows:col-span-full @min-[680px]/rows:grid @min-[680px]/rows:grid-cols-subgrid';
/** A row over all columns of its list. */
export const ROW =
  'col-span-full grid grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-3 border-b border-line px-2 ' +
  '@min-[680px]/rows:grid-cols-subgrid';
export const LINE = '@min-[680px]/rows:self-center @min-[680px]/rows:py-2';

interface BatchRowProps extends Pick<OrderedItem<BatchItem>, 'item' | 'share'> {
  look: RowsLook;
  /** Whether the row needs a look. */
  isMarked?: boolean;
  /** True while the amount is to be entered from the invoice. */
  isAmountHidden?: boolean;
  /** The recipient; by default their name, or their address shortened. Null where it is shown elsewhere. */
  to?: ReactNode;
  /** True where the recipient is a whole address, over the place of what was found, which is below. */
  isToWide?: boolean;
  /** What was found, or the status. */
  findings: ReactNode;
  action?: ReactNode;
  /** What the row shows below while it is open. */
  children?: ReactNode;
  id?: string;
  isCurrent?: boolean;
}

/** Shows one payment of a batch: its number, amount beside the others, recipient, and what was found. */
export function BatchRow({
  item,
  share,
  look: { decimals, hasAssets, shared },
  isMarked = false,
  isAmountHidden = false,
  to,
  isToWide = false,
  findings,
  action,
  children,
  id,
  isCurrent = false,
}: BatchRowProps) {
  const { amount, asset } = fixedValueOf(item.body);
  return (
    <li
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-current={isCurrent ? 'step' : undefined}
      className={clsx(
        ROW,
        'py-2 @min-[680px]/rows:py-0',
        isMarked && 'bg-accent-soft',
        isCurrent && 'scroll-my-24 outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <Link
        href={routes.withdrawal(item.id)}
        aria-label={`Row ${item.position + 1}`}
        className={clsx('self-start text-dim underline-offset-2 hover:underline', LINE)}
      >
        {item.position + 1}
      </Link>
      <span className="min-w-0 overflow-x-auto @min-[680px]/rows:contents">
        <span className={clsx('@min-[680px]/rows:text-right', LINE)}>
          {isAmountHidden ? (
            <span className="text-dim">hidden</span>
          ) : (
            <ItemAmount amount={amount} asset={asset} decimals={decimals} />
          )}
        </span>
        <span className={clsx('text-dim', !hasAssets && '@min-[680px]/rows:invisible', LINE)}>
          <span className="@min-[680px]/rows:hidden"> </span>
          <span className={clsx(!hasAssets && '@min-[680px]/rows:hidden')}>{asset}</span>
        </span>
      </span>
      <span aria-hidden className={clsx('@max-[680px]/rows:hidden', LINE)}>
        <span
          className={clsx('block h-2 rounded-[2px]', barLook(isMarked, item))}
          // A row that is not compared with the others has none.
          style={{ width: share === 0 ? 0 : `${Math.max(share * 100, 2)}%` }}
        />
      </span>
      <span className="col-span-2 col-start-2 row-start-2 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 @min-[680px]/rows:contents">
        <span
          className={clsx(
            'min-w-0 [overflow-wrap:anywhere]',
            isToWide
              ? 'flex-wrap items-baseline gap-x-4 @min-[680px]/rows:col-[5/-1] @min-[680px]/rows:flex @min-[680px]/rows:py-2'
              : LINE,
          )}
        >
          {/* Where no head names the column. */}
          {to !== null && !isToWide && <span className="text-dim @min-[680px]/rows:hidden">To </span>}
          {to === undefined ? <Recipient item={item} /> : to}
          <Differences item={item} shared={shared} />
        </span>
        <span
          className={clsx(
            'flex min-w-0 flex-wrap items-center gap-1.5',
            isToWide
              ? '@min-[680px]/rows:col-[5/-1] @min-[680px]/rows:row-start-2 @min-[680px]/rows:pb-2 empty:hidden'
              : LINE,
          )}
        >
          {findings}
          <KeptBeneficiary request={item} />
        </span>
      </span>
      <span
        className={clsx(
          'col-start-3 row-start-1 self-center text-right empty:hidden',
          '@min-[680px]/rows:col-auto @min-[680px]/rows:row-auto @min-[680px]/rows:py-1',
        )}
      >
        {action}
      </span>
      {children !== undefined && <div className="col-span-full pb-3">{children}</div>}
    </li>
  );
}

const barLook = (isMarked: boolean, { look }: BatchItem) => {
  if (!isMarked) return 'bg-edge/60';
  return look !== null && look.grave.length > 0 ? 'bg-bad' : 'bg-warn';
};

/** Names the columns of a list, for the eye: each row says what its parts are. */
export function RowHeads({ asset, last }: { asset: string; last?: ReactNode }) {
  return (
    <li aria-hidden className={clsx(ROW, 'py-1.5 text-label text-dim @max-[680px]/rows:hidden')}>
      <span>Row</span>
      <span className="text-right">{asset}</span>
      <span />
      <span>Of the largest</span>
      <span>To</span>
      <span>{last}</span>
      <span />
    </li>
  );
}

/** Shows what the row does not share with all others. */
function Differences({ item, shared }: { item: BatchItem; shared: Partial<SharedFacts> }) {
  const { body } = item;
  const { network, fee, note } = factsOf(item);
  const hasNote = shared.note === undefined && note !== '';
  const parts = [shared.network === undefined && networkLabel(network), shared.fee === undefined && fee].filter(
    (part) => part !== false,
  );
  if (parts.length === 0 && shared.profile !== undefined && body.memo === undefined && !hasNote) return null;
  return (
    <span className="block text-label text-dim [overflow-wrap:anywhere]">
      {parts.join(' · ')}
      {shared.profile === undefined && <FromNamedProfile id={body.profile_id} />}
      {body.memo !== undefined && (
        <>
          {parts.length > 0 && ' · '}Memo <UntrustedText text={body.memo} />
        </>
      )}
      {hasNote && (
        <span className="block">
          “<UntrustedText text={note} limit={100} />”
        </span>
      )}
    </span>
  );
}

interface FindingLabelsProps {
  look: BatchItem['look'];
  /** By default all labels of the look. */
  labels?: readonly string[];
}

/** Shows what was found about a row in a few words each; what costs the whole amount in red. */
export function FindingLabels({ look, labels = look?.labels ?? [] }: FindingLabelsProps) {
  return labels.map((label) => (
    <span
      key={label}
      className={clsx(
        'rounded px-1.5 py-0.5 text-label',
        look?.grave.includes(label) ? 'bg-bad-soft font-semibold text-bad' : 'bg-warn-soft text-warn',
      )}
    >
      {label}
    </span>
  ));
}
