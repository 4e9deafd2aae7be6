import { isKeyMatch } from '@/lib/search/mentions';
import { listLabelSpellings, type OtherReadings, readOtherWays } from '@/lib/search/other-readings';
import { readAmounts } from '@/lib/search/read-amounts';
import { findAmount, findMatch, listSearchedTexts, type SearchTerm } from '@/lib/search/search-terms';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

/** The members by whose whole ID a transfer is found, besides those that identify the payment. */
const ID_MEMBERS = ['profile_id', 'customer_id', 'identity_id', 'account_id', 'fiat_account_id'] as const;

/**
 * Finds the member of a transfer that another reading of a term matched (lib/search/other-readings.ts), the telling
 * ones first.
 */
export function findOtherMatch(transfer: TransferRow, term: SearchTerm): Match {
  const other = readOtherWays(term.text);
  const amounts = readAmounts(term.text);
  return (
    findKeyInside(transfer, other) ??
    findSpelling(transfer, other) ??
    findEnds(transfer, other) ??
    findStatus(transfer, other) ??
    findLabel(transfer, other) ??
    (amounts && findAmount(transfer, amounts)) ??
    findMatch(transfer, term, 'exact')
  );
}

function findKeyInside(transfer: TransferRow, { keys }: OtherReadings): Match | undefined {
  return keys.map((text) => findMatch(transfer, { text, money: undefined }, 'exact')).find(isKeyMatch);
}

function findSpelling({ ref_id = '' }: TransferRow, { spellings }: OtherReadings): Match | undefined {
  return spellings.includes(ref_id.toLowerCase()) ? { field: 'ref_id', how: 'exact' } : undefined;
}

/**
 * Tells whether a text has a shortened form: it begins and ends so, and is longer. Upper and lower case are the same.
 */
export function hasEnds(text: string, { begin, end }: NonNullable<OtherReadings['ends']>): boolean {
  const value = text.toLowerCase();
  // Addresses of Bitcoin Cash are shortened with and without their prefix.
  const starts = [value, value.replace(/^bitcoincash:/, '')].some((spelling) =>
    spelling.startsWith(begin.toLowerCase()),
  );
  return starts && value.endsWith(end.toLowerCase()) && value.length > begin.length + end.length;
}

function findEnds(transfer: TransferRow, { ends }: OtherReadings): Match | undefined {
  const [field] = (ends && listSearchedTexts(transfer).find(([, value]) => hasEnds(value, ends))) ?? [];
  return field === undefined ? undefined : { field, how: 'ends' };
}

function findStatus({ secondary_status: secondary }: TransferRow, { status }: OtherReadings): Match | undefined {
  const name = typeof secondary?.name === 'string' ? secondary.name : undefined;
  if (status === undefined || !name?.startsWith(status)) return undefined;
  return { field: 'secondary_status', how: name === status ? 'exact' : 'prefix' };
}

function findLabel(transfer: TransferRow, { label }: OtherReadings): Match | undefined {
  if (label === undefined) return undefined;
  const spellings = listLabelSpellings(label);
  const isWanted = (text: string) => spellings.includes(text.toLowerCase());
  const id = ID_MEMBERS.find((member) => isWanted(transfer[member] ?? ''));
  if (id) return { field: id, how: 'exact' };
  if (Object.keys(transfer.metadata ?? {}).some(isWanted)) return { field: 'metadata_key', how: 'exact' };
  return Object.keys(transfer.status_details ?? {}).some(isWanted)
    ? { field: 'status_details', how: 'exact' }
    : undefined;
}
