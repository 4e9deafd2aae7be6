import { isSafeSegment } from '@/lib/http/safe-segment';
import { type Amount, compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import { readLinkedHash } from '@/lib/addresses/payment-links/explorer-link';
import { readPaymentLink } from '@/lib/addresses/payment-links/read-link';
import { joinChunks } from '@/lib/search/join-chunks';
import { isKeyMatch } from '@/lib/search/mentions';
import { readAmounts } from '@/lib/search/read-amounts';
import { trimCharacters } from '@/lib/text/trim-characters';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

/** A search term, as far as its text tells. */
export interface SearchTerm {
  /** The text without surrounding spaces and invisible characters, which come along when it is copied. */
  text: string;
  /** The amounts that a text such as "0.5 BTC" or "1,250 usdc" can mean, with its asset; undefined if it names none. */
  money: { amounts: readonly Amount[]; asset: string } | undefined;
}

/**
 * The exact matches of a search: none, another reading of the text such as an amount, a whole text such as a memo, or a
 * key such as a reference.
 */
export const EXACTNESS = ['none', 'other', 'text', 'key'] as const;
/** One of EXACTNESS. */
export type Exactness = (typeof EXACTNESS)[number];

// Spaces and invisible characters, which come along with copies from mails, tables and screens.
const SURROUNDING = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Parses a typed or pasted search text; undefined if it has no visible character. Of a payment link, or of an
 * explorer's link, the address or the hash is searched for; of an address in chunks, the address.
 */
export function readSearchTerm(typed: string): SearchTerm | undefined {
  const pasted = trimCharacters(typed.toWellFormed(), (character) => SURROUNDING.test(character));
  const text = readLinkedKey(pasted) ?? joinChunks(pasted);
  return text === '' ? undefined : { text, money: readMoney(text) };
}

function readLinkedKey(text: string): string | undefined {
  const link = readPaymentLink(text);
  return link?.ok ? link.value.address : readLinkedHash(text);
}

function readMoney(text: string): SearchTerm['money'] {
  const read = readAmounts(text);
  return read?.asset === undefined ? undefined : { amounts: read.amounts, asset: read.asset };
}

// The trigrams of the text index (https://www.postgresql.org/docs/current/pgtrgm.html): a term without any would be
// looked for in every row.
const INDEXED_PART = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
const MIN_PART_LENGTH = 3;

/**
 * Tells whether the text index can find a term as a whole text, which takes a letter or digit, and as a part, which
 * takes three.
 */
export function textIndexSupport({ text }: Pick<SearchTerm, 'text'>): { whole: boolean; part: boolean } {
  return {
    whole: /[\p{L}\p{N}]/u.test(text),
    part: Array.from(text).length >= MIN_PART_LENGTH && INDEXED_PART.test(text),
  };
}

/** Tells whether a term looks like a part of a hash or an address, of which only the two ends are searched. */
export function looksLikeKeyPart({ text }: SearchTerm): boolean {
  return /^(?=.*\d)[0-9a-z]{6,}$/i.test(text);
}

const MAX_IDENTIFIER_LENGTH = 200;

// Longer than any reference that a person types or pastes.
const MAX_REFERENCE_LENGTH = 500;
// "ALDER 4711" may be an amount of an asset, or a reference that was read out.
const SPOKEN = /^\p{L}+ \p{Nd}+$/u;
const DECIMAL = /^[+\-−]?[\d '’_.,]*[.,]\d+$/;

/**
 * Tells whether a term may be a reference at the service: any text that is clearly no amount
 * (docs/specification/service-interface.md#withdrawal-request gives `ref_id` no form).
 */
export function mayBeReference({ text, money }: SearchTerm): boolean {
  return (money === undefined || SPOKEN.test(text)) && text.length <= MAX_REFERENCE_LENGTH && !DECIMAL.test(text);
}

/** Tells whether a term looks like an ID or a reference of the usual kind, such as INV-2026-11. */
export function looksLikeReference({ text }: SearchTerm): boolean {
  return text.length <= MAX_IDENTIFIER_LENGTH && /^(?=.*\p{Nd})\S{4,}$|^\S{12,}$/u.test(text);
}

/**
 * Gives the transfer ID that a term may be; undefined if it looks like none, such as a UUID that is still being typed.
 */
export function readTransferId(term: SearchTerm): string | undefined {
  const { text } = term;
  // UUIDs are compared without case (RFC 9562).
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  return looksLikeReference(term) && !/^[0-9a-f-]+$/i.test(text) && isSafeSegment(text) ? text : undefined;
}

/**
 * Finds the member of a transfer that a term matched, given how it matched; `record` where only the database sees a
 * match. A whole key is an exact match however it was found: a record that is stored during a search comes with what
 * is read last.
 */
export function findMatch(transfer: TransferRow, { text, money }: SearchTerm, how: Match['how']): Match {
  const amount = money && findAmount(transfer, money);
  if (amount) return amount;
  const wanted = text.toLowerCase();
  const texts = listSearchedTexts(transfer);
  const whole = texts
    .filter(([, value]) => isMatch(value.toLowerCase(), wanted, 'exact'))
    .map(([field]): Match => ({ field, how: 'exact' }));
  const key = whole.find(isKeyMatch);
  if (key) return key;
  // The beginning of an address is also found without its 0x.
  const place =
    texts.find(([, value]) => isMatch(value.toLowerCase(), wanted, how)) ??
    texts.find(([field, value]) => field === 'destination_address' && isMatch(value.toLowerCase(), `0x${wanted}`, how));
  return { field: place?.[0] ?? 'record', how };
}

/** Finds the amount or total of a transfer that equals one of these amounts, of the asset where one is named. */
export function findAmount(
  transfer: TransferRow,
  { amounts, asset }: { amounts: readonly Amount[]; asset?: string | undefined },
): Match | undefined {
  if (asset !== undefined && transfer.asset?.toUpperCase() !== asset) return undefined;
  const field = (['amount', 'total'] as const).find((member) => {
    const value = transfer[member];
    return (
      value !== undefined && isServiceAmount(value) && amounts.some((amount) => compareAmounts(value, amount) === 0)
    );
  });
  return field && { field, how: 'exact' };
}

/** The ways in which a text matches a term. */
type TextMatch = Exclude<Match['how'], 'ends' | 'near'>;

/** The ways to match, for a text and a term in lower case. */
export const MATCHES: Record<TextMatch, (value: string, wanted: string) => boolean> = {
  exact: (value, wanted) => value === wanted,
  prefix: (value, wanted) => value.startsWith(wanted),
  suffix: (value, wanted) => value.endsWith(wanted),
  contains: (value, wanted) => value.includes(wanted),
};

const isMatch = (value: string, wanted: string, how: Match['how']) =>
  how !== 'ends' && how !== 'near' && MATCHES[how](value, wanted);

/** Lists the searchable texts of a transfer with their members: the keys, then those of mirror_text. */
export function listSearchedTexts(transfer: TransferRow): [field: string, value: string][] {
  const {
    id,
    ref_id,
    crypto_tx_hash,
    destination_address,
    group_id,
    memo,
    auto_conversion = {},
    metadata = {},
  } = transfer;
  const members = Object.entries({ id, ref_id, crypto_tx_hash, destination_address, group_id, memo }).filter(
    (member): member is [string, string] => member[1] !== undefined,
  );
  const sides = [auto_conversion.from_transfer_id, auto_conversion.to_transfer_id].filter(
    (side) => typeof side === 'string',
  );
  return [
    ...members,
    ...sides.map((side): [string, string] => ['auto_conversion', side]),
    ...Object.entries(metadata).map(([key, value]): [string, string] => [
      `metadata.${key}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ];
}
