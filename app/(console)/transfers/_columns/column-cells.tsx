import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { OnlyProfileName, ProfileName } from '@/components/profiles/profile-name';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { describeTime } from '@/components/values/time';
import { DirectionSign, describeType } from '@/components/transfers/transfer-headline';
import { groupDigits } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
import type { TransferColumnId } from '@/lib/transfers/columns';
import { titleCase } from '@/lib/transfers/describe-status';
import { balanceAsset } from '@/lib/transfers/balance-change';
import { TRANSFER_OBJECT_FIELDS, TRANSFER_TEXT_FIELDS, type TransferRow } from '@/lib/transfers/transfer';

interface ColumnStyle {
  /** The minimum width (rem), and the share of the remaining width. */
  min: number;
  share: number;
  /** The class of the place in a card (components/list/rows.css). Other columns are not in the card. */
  card?: string;
  className?: string;
}

const CUT = 't-cut';
const DIM = 't-cut t-dim';
const CODE = 't-cut t-code';
const NUMBER = 't-number';
// Words of a few kinds, which break over two lines where the details stand beside the list.
const WORDS = 't-words';

const STYLES: Record<TransferColumnId, ColumnStyle> = {
  created: { min: 6.75, share: 0, card: 't-p4', className: DIM },
  updated: { min: 6.75, share: 0, className: DIM },
  reference: { min: 8, share: 1.3, card: 't-p1' },
  transfer: { min: 8, share: 1, className: CODE },
  type: { min: 7, share: 0.9, className: 't-words t-dim' },
  direction: { min: 5, share: 0, className: DIM },
  amount: { min: 13, share: 1.3, card: 't-p2', className: NUMBER },
  fee: { min: 9, share: 1, className: NUMBER },
  total: { min: 13, share: 1, className: NUMBER },
  asset: { min: 4.5, share: 0, className: CUT },
  network: { min: 6, share: 0.4, card: 't-p5', className: WORDS },
  destination: { min: 10, share: 1.2, className: CODE },
  hash: { min: 10, share: 1.2, className: CODE },
  memo: { min: 8, share: 1, className: CUT },
  status: { min: 11.25, share: 1.2, card: 't-p6', className: 't-cut t-status' },
  secondary: { min: 9, share: 1, className: DIM },
  profile: { min: 7, share: 0.6, className: CODE },
  profile_name: { min: 8, share: 0.6, className: CUT },
  group: { min: 8, share: 0.8, className: CODE },
  metadata: { min: 9, share: 1, className: CODE },
  balance_change: { min: 13, share: 1, className: NUMBER },
  balance_asset: { min: 6.5, share: 0, className: CUT },
  balance_asset_given: { min: 6.5, share: 0, className: CUT },
  amount_unsigned: { min: 13, share: 1, className: NUMBER },
  notional: { min: 9, share: 0.6, className: NUMBER },
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

const CELL_CLASSES = Object.fromEntries(
  Object.entries(STYLES).map(([id, { card, className }]) => [id, clsx('t-cell', card, className)]),
) as Record<TransferColumnId, string>;

/** Gives the classes of a column's cells. */
export function cellClass(id: TransferColumnId): string {
  return CELL_CLASSES[id];
}

/** Gives the classes of a column's heading. */
export function headClass(id: TransferColumnId): string {
  return clsx('t-cell', STYLES[id].card, CUT, isRightAligned(id) && 't-right');
}

/** Tells whether the values of a column are right-aligned. */
export function isRightAligned(id: TransferColumnId): boolean {
  return STYLES[id].className === NUMBER;
}

/** Gives the full text of a cell that shows a shorter one. */
export function cellTitle(id: TransferColumnId, transfer: TransferRow, isInBrowser: boolean): string | undefined {
  if (id === 'type') return describeType(transfer.type);
  const iso = id === 'created' ? transfer.created_at : id === 'updated' ? transfer.updated_at : undefined;
  return iso === undefined ? undefined : describeTime(iso, isInBrowser)?.title;
}

/**
 * The content of a cell; the reference and the status are drawn by the row itself. The server and the first render in
 * the browser know no time zone.
 */
export function cellContent(id: TransferColumnId, transfer: TransferRow, isInBrowser: boolean): ReactNode {
  switch (id) {
    case 'created':
      return writeMoment(transfer.created_at, isInBrowser);
    case 'updated':
      return writeMoment(transfer.updated_at, isInBrowser);
    case 'type':
      return isolate(describeType(transfer.type));
    case 'direction':
      return words(transfer.direction);
    case 'amount':
      return <AmountCell amount={transfer.amount} asset={transfer.asset} direction={transfer.direction} />;
    case 'fee':
      return <AmountCell amount={transfer.fee} asset={transfer.asset} />;
    case 'total':
      return <AmountCell amount={transfer.total} asset={balanceAsset(transfer)} />;
    case 'network':
      return transfer.crypto_network !== undefined && isolate(readableText(networkLabel(transfer.crypto_network), 60));
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
      return transfer.profile_id !== undefined && <ProfileName id={transfer.profile_id} isShort />;
    case 'profile_name':
      return transfer.profile_id !== undefined && <OnlyProfileName id={transfer.profile_id} />;
    case 'group':
      return <Text text={transfer.group_id} />;
    case 'reference':
    case 'status':
      return null;
  }
}

function words(name: string | undefined): ReactNode {
  return name !== undefined && isolate(titleCase(readableText(name, 60)));
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

function writeMoment(iso: string | undefined, isInBrowser: boolean): string {
  return iso === undefined ? 'no date' : (describeTime(iso, isInBrowser)?.short ?? readableText(iso, 30));
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
  if (amount === undefined) return 'no amount';
  return (
    <>
      <DirectionSign direction={direction} />
      {isolate(groupDigits(readableText(amount, 125)))}
      {asset !== undefined && <span className="t-dim">{isolate(` ${readableText(asset, 40)}`)}</span>}
    </>
  );
}
