import { chunkAddress } from '@/lib/addresses/chunks';
import type { Letterhead, PdfDocument } from '@/lib/documents/pdf-document';
import { writeAmount } from '@/lib/money/format-amount';
import { explorerTransactionUrl, findNetwork, networkLabel } from '@/lib/networks/networks';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { writeMoment } from '@/lib/time/write-day';
import { TheService, theService } from '@/lib/text/service-name';
import { balanceAsset, nameCosts, VALUE_LABEL } from '@/lib/transfers/balance-change';
import { titleCase } from '@/lib/text/title-case';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { TransferRow } from '@/lib/transfers/transfer';

/** What a payment confirmation rests on. Times are ISO 8601. */
export interface ConfirmationFacts {
  transfer: TransferRow;
  /** Read from the service just now, or the console's copy of an earlier read, and when that was. */
  basis: { isLive: boolean; at: string };
  /** How many people approved the withdrawal here; absent where no request is known. */
  approvals?: number | undefined;
  /** The name that the address book has for the destination. */
  recipientName?: string | undefined;
  /** True where the console works with test data. */
  isSandbox: boolean;
  /** Absent in a summary for a ticket of the desk itself. */
  desk?: Letterhead;
  madeAt: string;
}

/** One line of a confirmation. Values are as the service wrote them, so they may contain hidden characters. */
export interface ConfirmationLine {
  label: string;
  value: string;
  /** The pieces in which people compare an address; joined they are the value. */
  chunks?: readonly string[];
  isCode?: boolean;
  /** Page of a public explorer. */
  link?: string;
  /** True for the amount, which is the largest text on the page. */
  isMain?: boolean;
  /** True for a line that only the page and the PDF have. */
  isDetail?: boolean;
}

/** What a customer may read about a transfer: the one source of the page, the PDF and the text for a ticket. */
export interface Confirmation {
  /** "Payment confirmation" only for a completed transfer. */
  title: string;
  desk?: Letterhead;
  /** Sentences that the reader must not miss. */
  notices: string[];
  lines: ConfirmationLine[];
  /** What was checked, and when. */
  checked: string;
  /** When it was made; absent where that is the moment of the check. */
  made?: string;
  transferId: string;
  madeAt: string;
}

/**
 * Describes a transfer for a person outside the desk. Never contains names of the desk's people, notes, metadata or
 * comments.
 */
export function describeConfirmation(facts: ConfirmationFacts): Confirmation {
  const { transfer, basis, isSandbox, desk, madeAt } = facts;
  const [title, notice] = titleOf(transfer.status);
  const at = writeMoment(basis.at);
  return {
    title,
    ...(desk !== undefined && { desk }),
    notices: [
      ...(isSandbox ? ['Test environment: no real money moved.'] : []),
      ...(notice === undefined ? [] : [notice]),
    ],
    lines: [...amountLines(transfer), ...placeLines(facts), ...statusLines(facts)],
    checked: basis.isLive
      ? `Read from ${theService()} at ${at}.`
      : `Saved copy of the record of ${theService()} as of ${at}. ${TheService()} was not asked again.`,
    ...(!basis.isLive && { made: `Made at ${writeMoment(madeAt)}.` }),
    transferId: transfer.id,
    madeAt,
  };
}

/** Names the paper of a transfer, and its PDF, by what they are: only a completed payment has a confirmation. */
export function nameConfirmation(status: string | undefined): { page: string; pdf: string } {
  return status === 'COMPLETED'
    ? { page: 'Payment confirmation', pdf: 'Confirmation as PDF' }
    : { page: 'Payment status', pdf: 'Status as PDF' };
}

function titleOf(status: string | undefined): [string, string?] {
  if (status === 'COMPLETED') return ['Payment confirmation'];
  if (status === 'PENDING')
    return [
      'Payment status: pending, not final',
      'This payment is not completed. This is not a confirmation of payment.',
    ];
  if (status === 'FAILED')
    return ['Payment failed', 'This payment failed: the balance is unchanged. This is not a confirmation of payment.'];
  return ['Payment status: unknown', 'The status of this payment is not known. This is not a confirmation of payment.'];
}

const VERBS: Record<string, Record<string, string>> = {
  DEBIT: { COMPLETED: 'sent', PENDING: 'being sent', FAILED: 'not sent' },
  CREDIT: { COMPLETED: 'received', PENDING: 'being received', FAILED: 'not received' },
};
// Not “sent” or “received”, which a pending or failed payment is not.
const DIRECTION_NAMES: Record<string, string> = { DEBIT: 'Outgoing', CREDIT: 'Incoming' };
const TOTALS: Record<string, string> = { DEBIT: 'Total with fee', CREDIT: 'Total after fee' };

function amountLines(transfer: TransferRow): ConfirmationLine[] {
  const { amount, fee, total, asset, direction, status, notional_value: value } = transfer;
  const verb = own(own(VERBS, direction), status);
  const costs = nameCosts(transfer);
  return lines(
    [verb === undefined ? 'Amount' : `Amount ${verb}`, money(amount, asset), { isMain: true }],
    [costs.fee, money(fee, asset)],
    [status === 'FAILED' ? costs.total : (own(TOTALS, direction) ?? 'Total'), money(total, balanceAsset(transfer))],
    [VALUE_LABEL, money(value, 'USD'), { isDetail: true }],
    // The first line says both, where the record has what it needs.
    ['Direction', verb === undefined ? (own(DIRECTION_NAMES, direction) ?? direction) : undefined, { isDetail: true }],
    ['Asset', amount === undefined ? asset : undefined, { isDetail: true }],
  );
}

function placeLines({ transfer, recipientName }: ConfirmationFacts): ConfirmationLine[] {
  const { crypto_network: network, destination_address: address, crypto_tx_hash: hash, direction } = transfer;
  const link = hash === undefined ? undefined : explorerTransactionUrl(network ?? '', hash);
  return lines(
    ['Recipient', recipientName],
    ['Network', network === undefined ? undefined : networkLabel(network)],
    [
      direction === 'CREDIT' ? 'Address' : 'Destination address',
      address,
      { isCode: true, chunks: address === undefined ? [] : chunksOf(address, network) },
    ],
    ['Memo', transfer.memo],
    ['Transaction hash', hash, { isCode: true, ...(link !== undefined && { link }) }],
    ['Output', transfer.crypto_tx_index, { isCode: true, isDetail: true }],
  );
}

// Longer than any address: in chunks such a text would only slow down the page.
const MAX_CHUNKED_LENGTH = 200;

function chunksOf(address: string, network: string | undefined): string[] {
  if (address.length > MAX_CHUNKED_LENGTH) return [address];
  const { prefix, chunks } = chunkAddress(address, findNetwork(network ?? '')?.family);
  return [prefix, ...chunks].filter((chunk) => chunk !== '');
}

function statusLines({ transfer, approvals = 0 }: ConfirmationFacts): ConfirmationLine[] {
  const described = describeStatus(transfer);
  return lines(
    ['Status', described.label],
    ['Reason', described.reasons.length === 0 ? undefined : described.reasons.join(' ')],
    ['Type', transfer.type === undefined ? undefined : titleCase(transfer.type), { isDetail: true }],
    ['Created', time(transfer.created_at)],
    // The service gives no time of completion: only that of the last change, which may be later.
    ['Last updated', time(transfer.updated_at)],
    ['Reference', transfer.ref_id, { isCode: true }],
    ['Transfer ID', transfer.id, { isCode: true }],
    ['Profile', transfer.profile_id, { isCode: true, isDetail: true }],
    // Without names: the page is for customers.
    [
      'Approved by',
      approvals === 0 ? undefined : `${approvals} ${approvals === 1 ? 'person' : 'people'}`,
      { isDetail: true },
    ],
  );
}

type Line = [label: string, value: string | undefined, look?: Omit<ConfirmationLine, 'label' | 'value'>];

function lines(...all: Line[]): ConfirmationLine[] {
  return all.flatMap(([label, value, look]) =>
    value === undefined || value === '' ? [] : [{ label, value, ...look }],
  );
}

function own<Value>(record: Record<string, Value> | undefined, key: string | undefined): Value | undefined {
  return record !== undefined && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

function money(amount: string | undefined, asset: string | undefined): string | undefined {
  return amount === undefined || amount === '' ? undefined : writeAmount(amount, asset ?? '');
}

function time(iso: string | undefined): string | undefined {
  return iso === undefined ? undefined : writeMoment(iso);
}

// Longer values would make a ticket unreadable; nothing that the service documents is longer.
const MAX_TEXT_LENGTH = 400;

/** Writes a confirmation as plain text for a ticket: the title, then a line for each fact. */
export function writeSummary({ title, notices, lines: all, checked }: Confirmation): string {
  const facts = all.filter(({ isDetail }) => !isDetail).map(({ label, value }) => `${label}: ${readable(value)}`);
  return [title, ...notices.filter((notice) => !notice.includes('not a confirmation')), ...facts, checked].join('\n');
}

function readable(text: string): string {
  const shown = revealHiddenCharacters(text.slice(0, MAX_TEXT_LENGTH));
  return text.length > MAX_TEXT_LENGTH ? `${shown}… (${text.length} characters)` : shown;
}

/** Gives the PDF of a confirmation, with the same lines as its page. */
export function toPdfDocument({ title, desk, notices, lines: all, checked, made, madeAt }: Confirmation): PdfDocument {
  return {
    title,
    ...(desk !== undefined && { issuer: desk }),
    createdAt: madeAt,
    footer: made ?? title,
    blocks: [
      ...notices.map((text) => ({ kind: 'paragraph', text, tone: 'notice' }) as const),
      { kind: 'figures', figures: all.filter(({ isMain }) => isMain).map(({ label, value }) => ({ label, value })) },
      {
        kind: 'facts',
        facts: all
          .filter(({ isMain }) => !isMain)
          .map(({ label, value, chunks, isCode, link }) => ({
            label,
            value: chunks ?? value,
            ...(isCode && { isCode }),
            ...(link !== undefined && { link }),
          })),
      },
      { kind: 'paragraph', text: checked, tone: 'muted' },
    ],
  };
}
