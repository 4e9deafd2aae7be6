import type { ReactNode } from 'react';
import { CODE, type ColumnStyle, createColumnLooks, CUT, NUMBER } from '@/components/list/row-style';
import { MoneyCell } from '@/components/list/money-cell';
import { OnlyProfileName, ProfileName } from '@/components/profiles/profile-name';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { describeTime } from '@/components/values/time';
import { describeType } from '@/components/transfers/describe-type';
import { shortAddressText } from '@/components/values/short-address';
import { shortenId } from '@/components/values/short-id';
import { networkLabel } from '@/lib/networks/networks';
import { TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';
import { titleCase } from '@/lib/text/title-case';
import { balanceAsset } from '@/lib/transfers/balance-change';
import { TRANSFER_OBJECT_FIELDS, TRANSFER_TEXT_FIELDS, type TransferRow } from '@/lib/transfers/transfer';

const DIM = 't-cut t-dim';
// Words of a few kinds, which break over two lines where the details are beside the list.
const WORDS = 't-words';

/** The looks of columns that are not plain code. */
const STYLES: Partial<Record<TransferColumnId, ColumnStyle>> = {
  created: { min: 6.75, minUnderDays: 4.75, card: 't-p4', className: DIM },
  updated: { min: 6.75, className: DIM },
  reference: { min: 6.5, max: 14, card: 't-p1' },
  transfer: { min: 7.5, share: 1, className: CODE },
  type: { min: 7.25, max: 9.75, className: DIM },
  direction: { min: 4.75, className: DIM },
  amount: { min: 12.25, card: 't-p2', className: NUMBER },
  fee: { min: 8.5, share: 1, className: NUMBER },
  total: { min: 12.25, share: 1, className: NUMBER },
  asset: { min: 4.25, className: CUT },
  network: { min: 4.75, share: 0.4, className: WORDS },
  destination: { min: 8, max: 12.5, card: 't-p5', className: CUT },
  hash: { min: 9.5, share: 1.2, className: CODE },
  memo: { min: 7.5, share: 1, className: CUT },
  status: { min: 7.5, share: 1, card: 't-p6', className: 't-cut t-status' },
  secondary: { min: 8.5, share: 1, className: DIM },
  profile: { min: 6.5, share: 0.6, className: CODE },
  profile_name: { min: 7.5, share: 0.6, className: CUT },
  balance_change: { min: 12.25, share: 1, className: NUMBER },
  balance_asset: { min: 6, className: CUT },
  balance_asset_given: { min: 6, className: CUT },
  amount_unsigned: { min: 12.25, share: 1, className: NUMBER },
  notional: { min: 8.5, share: 0.6, className: NUMBER },
  output: { min: 7.5, share: 0.6, className: CODE },
  record: { min: 11.25, share: 1.5, className: CODE },
};

/** The looks of the list of transfers. */
export const LOOKS = createColumnLooks(
  Object.fromEntries(
    TRANSFER_COLUMNS.map(({ id, kind }) => [
      id,
      STYLES[id] ?? { min: kind === 'object' ? 9 : 8, share: kind === 'object' ? 1 : 0.8, className: CODE },
    ]),
  ) as Record<TransferColumnId, ColumnStyle>,
);

/** The member of the record of each column; undefined for the whole record. */
const MEMBERS = new Map(TRANSFER_COLUMNS.map(({ id, path: [member] }) => [id, member]));

/** Gives the full text of a cell that shows a shorter one. */
export function cellTitle(id: TransferColumnId, transfer: TransferRow, today: string | undefined): string | undefined {
  if (id === 'type') return describeType(transfer.type);
  if (id === 'transfer') return readableText(transfer.id, 120);
  if (id === 'destination') return transfer.destination_address && readableText(transfer.destination_address);
  const iso = id === 'created' ? transfer.created_at : id === 'updated' ? transfer.updated_at : undefined;
  return iso === undefined ? undefined : describeTime(iso, today)?.title;
}

/** Tells whether a cell shows both ends of an ID or an address alone, whose whole is its title and its label. */
export const isShortened = (id: TransferColumnId, { recipient }: TransferRow): boolean =>
  id === 'transfer' || (id === 'destination' && !recipient);

/** Facts of the list that a cell depends on. */
interface CellContext {
  /** Undefined on the server and in the first render, which know no time zone. */
  today: string | undefined;
  /** True if headings say the days. */
  hasDays: boolean;
}

interface CellProps {
  transfer: TransferRow;
}

/** The contents that are not a member of the record; the row itself draws the reference and the status. */
const CELLS: Partial<Record<TransferColumnId, (transfer: TransferRow, context: CellContext) => ReactNode>> = {
  created: ({ created_at: at }, context) => writeMoment(at, context),
  updated: ({ updated_at: at }, { today }) => writeMoment(at, { today, hasDays: false }),
  destination: (transfer) => <Destination transfer={transfer} />,
  transfer: ({ id }) => isolate(shortenId(readableText(id, 120))),
  type: ({ type }) => isolate(describeType(type)),
  direction: ({ direction }) => words(direction),
  amount: ({ amount, asset, direction }) => <AmountCell amount={amount} asset={asset} direction={direction} />,
  fee: ({ fee, asset }) => <AmountCell amount={fee} asset={asset} />,
  total: (transfer) => <AmountCell amount={transfer.total} asset={balanceAsset(transfer)} />,
  network: ({ crypto_network: network }) => network !== undefined && isolate(readableText(networkLabel(network), 60)),
  secondary: ({ secondary_status: status }) => words(typeof status?.name === 'string' ? status.name : undefined),
  balance_change: (transfer) =>
    transfer.status === 'COMPLETED' && (
      <AmountCell amount={transfer.total} asset={balanceAsset(transfer)} direction={transfer.direction} />
    ),
  balance_asset: (transfer) => <Text text={balanceAsset(transfer)} />,
  amount_unsigned: ({ amount, asset }) => <AmountCell amount={amount} asset={asset} />,
  notional: ({ notional_value: value }) => value !== undefined && <AmountCell amount={value} asset="USD" />,
  profile: ({ profile_id: id }) => id !== undefined && <ProfileName id={id} isShort />,
  profile_name: ({ profile_id: id }) => id !== undefined && <OnlyProfileName id={id} />,
};

/** Gives the content of a cell. The server and the first render in the browser know no time zone. */
export function cellContent(id: TransferColumnId, transfer: TransferRow, context: CellContext): ReactNode {
  const cell = CELLS[id];
  if (cell) return cell(transfer, context);
  const member = MEMBERS.get(id);
  const value = member === undefined ? membersOf(transfer) : transfer[member];
  return <Text text={typeof value === 'object' ? JSON.stringify(value) : value} />;
}

function words(name: string | undefined): ReactNode {
  return name !== undefined && isolate(titleCase(readableText(name, 60)));
}

function Text({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  const shown = readableText(text, 120);
  return <bdi title={shown}>{shown}</bdi>;
}

/** Gives the members of the record that the list has; the export has those that the interface does not know, too. */
function membersOf(transfer: TransferRow): object {
  return Object.fromEntries(
    [...TRANSFER_TEXT_FIELDS, ...TRANSFER_OBJECT_FIELDS].flatMap((name) =>
      transfer[name] === undefined ? [] : [[name, transfer[name]]],
    ),
  );
}

function writeMoment(iso: string | undefined, { today, hasDays }: CellContext): string {
  if (iso === undefined) return 'no date';
  return describeTime(iso, today, { withTime: true, isUnderDay: hasDays })?.short ?? readableText(iso, 30);
}

/** Names the recipient; both ends of an address that is in no address book, whole in the title of the cell. */
function Destination({ transfer: { recipient, destination_address: address, crypto_network: network } }: CellProps) {
  if (recipient) return isolate(readableText(recipient.name, 60));
  return address !== undefined && <bdi className="t-code t-dim">{shortAddressText(address, network ?? '')}</bdi>;
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
  return <MoneyCell amount={amount} asset={asset} direction={direction} />;
}
