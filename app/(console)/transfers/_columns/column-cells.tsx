import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { DirectionSign, ReadableAmount, describeType } from '@/components/transfers/transfer-headline';
import { networkLabel } from '@/lib/networks/networks';
import type { TransferColumnId } from '@/lib/transfers/columns';
import { titleCase } from '@/lib/transfers/describe-status';
import { balanceAsset } from '@/lib/transfers/balance-change';
import { TRANSFER_OBJECT_FIELDS, TRANSFER_TEXT_FIELDS, type TransferRow } from '@/lib/transfers/transfer';

interface ColumnStyle {
  /** The minimum width (rem), and the share of the remaining width. */
  min: number;
  share: number;
  /** The place in a card: Reference, Amount; Created, Network, Status. Other columns are not in the card. */
  card?: string;
  className?: string;
}

const DIM = 'truncate text-dim';
const CODE = 'truncate font-mono text-[0.92em]';
const RIGHT = 'text-right';
const SMALL_IN_CARD = '@max-[800px]/list:text-xs';

const STYLES: Record<TransferColumnId, ColumnStyle> = {
  created: { min: 6.75, share: 0, card: `order-4 ${SMALL_IN_CARD}`, className: DIM },
  updated: { min: 6.75, share: 0, className: DIM },
  reference: { min: 8, share: 1.3, card: 'order-1 flex-1' },
  transfer: { min: 8, share: 1, className: CODE },
  type: { min: 6.5, share: 0.9, className: DIM },
  direction: { min: 5, share: 0, className: DIM },
  amount: { min: 13, share: 1.3, card: 'order-2 max-w-[74%] @min-[800px]/list:max-w-none', className: RIGHT },
  fee: { min: 9, share: 1, className: RIGHT },
  total: { min: 13, share: 1, className: RIGHT },
  asset: { min: 4.5, share: 0, className: 'truncate' },
  network: {
    min: 6.5,
    share: 0.4,
    card: `order-5 flex-1 ${SMALL_IN_CARD}`,
    className: 'truncate @max-[800px]/list:text-dim',
  },
  destination: { min: 10, share: 1.2, className: CODE },
  hash: { min: 10, share: 1.2, className: CODE },
  memo: { min: 8, share: 1, className: 'truncate' },
  status: { min: 10, share: 1.2, card: `order-6 max-w-[60%] @min-[800px]/list:max-w-none ${SMALL_IN_CARD}` },
  secondary: { min: 9, share: 1, className: DIM },
  profile: { min: 7, share: 0.6, className: CODE },
  group: { min: 8, share: 0.8, className: CODE },
  metadata: { min: 9, share: 1, className: CODE },
  balance_change: { min: 13, share: 1, className: RIGHT },
  balance_asset: { min: 6.5, share: 0, className: 'truncate' },
  balance_asset_given: { min: 6.5, share: 0, className: 'truncate' },
  amount_unsigned: { min: 13, share: 1, className: RIGHT },
  notional: { min: 9, share: 0.6, className: RIGHT },
  conversion: { min: 9, share: 1, className: CODE },
  output: { min: 8, share: 0.6, className: CODE },
  customer: { min: 8, share: 0.8, className: CODE },
  identity: { min: 8, share: 0.8, className: CODE },
  account: { min: 8, share: 0.8, className: CODE },
  fiat_account: { min: 8, share: 0.8, className: CODE },
  secondary_status: { min: 9, share: 1, className: CODE },
  status_details: { min: 9, share: 1, className: CODE },
  record: { min: 12, share: 1.5, className: CODE },
};

const GAP_REM = 1;

/** Gives the grid template of rows with these columns, and their minimum width (rem). */
export function gridOf(columns: readonly TransferColumnId[]): { template: string; minWidth: number } {
  const styles = columns.map((id) => STYLES[id]);
  return {
    template: styles.map(({ min, share }) => (share === 0 ? `${min}rem` : `minmax(${min}rem,${share}fr)`)).join(' '),
    minWidth: styles.reduce((sum, { min }) => sum + min + GAP_REM, 0.75),
  };
}

/** Gives the classes of a column's cells. */
export function cellClass(id: TransferColumnId): string {
  return clsx(placeClass(id), STYLES[id].className);
}

/** Gives the classes of a column's heading. */
export function headClass(id: TransferColumnId): string {
  return clsx(placeClass(id), 'truncate', isRightAligned(id) && RIGHT);
}

/** Tells whether the values of a column are right-aligned. */
export function isRightAligned(id: TransferColumnId): boolean {
  return STYLES[id].className === RIGHT;
}

/** The content of a cell; the reference and the status are drawn by the row itself. */
export function cellContent(id: TransferColumnId, transfer: TransferRow): ReactNode {
  switch (id) {
    case 'created':
      return <Moment iso={transfer.created_at} />;
    case 'updated':
      return <Moment iso={transfer.updated_at} />;
    case 'type':
      return <bdi>{describeType(transfer.type)}</bdi>;
    case 'direction':
      return words(transfer.direction);
    case 'amount':
      return <AmountCell amount={transfer.amount} asset={transfer.asset} direction={transfer.direction} />;
    case 'fee':
      return <AmountCell amount={transfer.fee} asset={transfer.asset} />;
    case 'total':
      return <AmountCell amount={transfer.total} asset={balanceAsset(transfer)} />;
    case 'network':
      return (
        transfer.crypto_network !== undefined && <bdi>{readableText(networkLabel(transfer.crypto_network), 60)}</bdi>
      );
    case 'secondary':
      return words(typeof transfer.secondary_status?.name === 'string' ? transfer.secondary_status.name : undefined);
    case 'balance_change':
      return (
        transfer.status === 'COMPLETED' && (
          <AmountCell amount={transfer.total} asset={balanceAsset(transfer)} direction={transfer.direction} />
        )
      );
    case 'balance_asset':
      return <Text text={balanceAsset(transfer)} />;
    case 'amount_unsigned':
      return <AmountCell amount={transfer.amount} asset={transfer.asset} />;
    case 'notional':
      return transfer.notional_value !== undefined && <AmountCell amount={transfer.notional_value} asset="USD" />;
    case 'metadata':
      return <Json value={transfer.metadata} />;
    case 'conversion':
      return <Json value={transfer.auto_conversion} />;
    case 'secondary_status':
      return <Json value={transfer.secondary_status} />;
    case 'status_details':
      return <Json value={transfer.status_details} />;
    case 'record':
      return <Json value={membersOf(transfer)} />;
    case 'balance_asset_given':
      return <Text text={transfer.balance_asset} />;
    case 'output':
      return <Text text={transfer.crypto_tx_index} />;
    case 'customer':
      return <Text text={transfer.customer_id} />;
    case 'identity':
      return <Text text={transfer.identity_id} />;
    case 'account':
      return <Text text={transfer.account_id} />;
    case 'fiat_account':
      return <Text text={transfer.fiat_account_id} />;
    case 'transfer':
      return <Text text={transfer.id} />;
    case 'asset':
      return <Text text={transfer.asset} />;
    case 'destination':
      return <Text text={transfer.destination_address} />;
    case 'hash':
      return <Text text={transfer.crypto_tx_hash} />;
    case 'memo':
      return <Text text={transfer.memo} />;
    case 'profile':
      return <Text text={transfer.profile_id} />;
    case 'group':
      return <Text text={transfer.group_id} />;
    case 'reference':
    case 'status':
      return null;
  }
}

function placeClass(id: TransferColumnId): string {
  return clsx('min-w-0 @min-[800px]/list:order-none', STYLES[id].card ?? 'hidden @min-[800px]/list:block');
}

function words(name: string | undefined): ReactNode {
  return name !== undefined && <bdi>{titleCase(readableText(name, 60))}</bdi>;
}

function Text({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  const shown = readableText(text, 120);
  return <bdi title={shown}>{shown}</bdi>;
}

function Json({ value }: { value: object | undefined }) {
  return <Text text={value && JSON.stringify(value)} />;
}

/** Gives the members of the record that the list has; the export has those that the interface does not know, too. */
function membersOf(transfer: TransferRow): object {
  return Object.fromEntries(
    [...TRANSFER_TEXT_FIELDS, ...TRANSFER_OBJECT_FIELDS].flatMap((name) =>
      transfer[name] === undefined ? [] : [[name, transfer[name]]],
    ),
  );
}

function Moment({ iso }: { iso: string | undefined }) {
  if (iso === undefined) return 'no date';
  return Number.isNaN(Date.parse(iso)) ? readableText(iso, 30) : <Time iso={iso} />;
}

function AmountCell({
  amount,
  asset,
  direction,
}: {
  amount: string | undefined;
  asset: string | undefined;
  direction?: string | undefined;
}) {
  return (
    <span className="line-clamp-2 text-[0.92em]">
      {amount === undefined ? (
        'no amount'
      ) : (
        <>
          <DirectionSign direction={direction} />
          <ReadableAmount amount={amount} asset={asset} />
        </>
      )}
    </span>
  );
}
