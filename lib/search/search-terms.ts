import { isSafeSegment } from '@/lib/http/safe-segment';
import { type Amount, compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import { readLinkedHash } from '@/lib/payment-links/explorer-link';
import { readPaymentLink } from '@/lib/payment-links/read-link';
import { isKeyMatch } from '@/lib/search/mentions';
import { trimCharacters } from '@/lib/text/trim-characters';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

/** A search term, as far as its text tells. */
export interface SearchTerm {
  /** The text without surrounding spaces and invisible characters, which come along when it is copied. */
  text: string;
  /** The amount and asset of a text such as "0.5 BTC"; undefined if it is none or ambiguous. */
  money: { amount: Amount; asset: string } | undefined;
}

/** The exact matches of a search: none, a whole text such as a memo, or a key such as a reference. */
export const EXACTNESS = ['none', 'text', 'key'] as const;
/** One of EXACTNESS. */
export type Exactness = (typeof EXACTNESS)[number];

// Spaces and invisible characters, which come along with copies from mails, tables and screens.
const SURROUNDING = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const MAX_MONEY_LENGTH = 90;
const MONEY = /^[+\-−]? *([\d.,'’_ ]*\d) *([a-z][a-z0-9]{1,11})$/i;
// A sign needs a space before it: INV-100 is a reference.
const MONEY_ASSET_FIRST = /^([a-z][a-z0-9]{1,11})(?: +[+\-−])? *([\d.,'’_ ]*\d)$/i;

/**
 * Parses a typed or pasted search text; undefined if it has no visible character. Of a payment link, or of an
 * explorer's link, the address or the hash is searched for.
 */
export function readSearchTerm(typed: string): SearchTerm | undefined {
  const pasted = trimCharacters(typed.toWellFormed(), (character) => SURROUNDING.test(character));
  const text = readLinkedKey(pasted) ?? pasted;
  return text === '' ? undefined : { text, money: readMoney(text) };
}

function readLinkedKey(text: string): string | undefined {
  const link = readPaymentLink(text);
  return link?.ok ? link.value.address : readLinkedHash(text);
}

/**
 * Parses an amount with its asset in either order, such as "0.5 BTC" or "btc 0,5"; undefined if ambiguous ("1,250
 * usdc").
 */
function readMoney(text: string): SearchTerm['money'] {
  if (text.length > MAX_MONEY_LENGTH) return undefined;
  const plain = text.replaceAll(/\s/gu, ' ');
  const [, number, asset] = MONEY.exec(plain) ?? [];
  const [, otherAsset, otherNumber] = MONEY_ASSET_FIRST.exec(plain) ?? [];
  const amount = readNumber(number ?? otherNumber ?? '');
  const name = asset ?? otherAsset;
  return amount !== undefined && name !== undefined ? { amount, asset: name.toUpperCase() } : undefined;
}

/** Converts a number as people write it to a decimal string. */
function readNumber(written: string): Amount | undefined {
  // A space, apostrophe or underscore can only separate thousands.
  const digits = /^\d{1,3}(?:[ '’_]\d{3})+(?:[.,]\d+)?$/.test(written) ? written.replaceAll(/[ '’_]/g, '') : written;
  const read = readSeparators(digits);
  return read !== undefined && isServiceAmount(read) ? read : undefined;
}

function readSeparators(digits: string): string | undefined {
  if (/^\d*\.?\d+$/.test(digits)) return digits;
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(digits) || /^\d{1,3}(?:,\d{3}){2,}$/.test(digits))
    return digits.replaceAll(',', '');
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(digits) || /^\d{1,3}(?:\.\d{3}){2,}$/.test(digits))
    return digits.replaceAll('.', '').replace(',', '.');
  // "1,250" may be 1250 or 1.25.
  return /^\d*,\d+$/.test(digits) && !/^[1-9]\d{0,2},\d{3}$/.test(digits) ? digits.replace(',', '.') : undefined;
}

// The trigrams of the text index (https://www.postgresql.org/docs/current/pgtrgm.html): a term without any would be
// looked for in every row.
const INDEXED_PART = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
const MIN_PART_LENGTH = 3;

/**
 * Tells whether the text index can find a term as a whole text, which takes a letter or digit, and as a part, which
 * takes three.
 */
export function textIndexSupport({ text }: SearchTerm): { whole: boolean; part: boolean } {
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
const DECIMAL = /^[+\-−]?[\d '’_.,]*[.,]\d+$/;

/**
 * Tells whether a term may be a reference at the service: any text that is clearly no amount
 * (docs/specification/service-interface.md#withdrawal-request gives `ref_id` no form).
 */
export function mayBeReference({ text, money }: SearchTerm): boolean {
  return money === undefined && text.length <= MAX_REFERENCE_LENGTH && !DECIMAL.test(text);
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
  if (money && transfer.asset?.toUpperCase() === money.asset) {
    for (const field of ['amount', 'total'] as const) {
      const value = transfer[field];
      if (value !== undefined && isServiceAmount(value) && compareAmounts(value, money.amount) === 0)
        return { field, how: 'exact' };
    }
  }
  const wanted = text.toLowerCase();
  const texts = listSearchedTexts(transfer);
  const whole = texts
    .filter(([, value]) => MATCHES.exact(value.toLowerCase(), wanted))
    .map(([field]): Match => ({ field, how: 'exact' }));
  const key = whole.find(isKeyMatch);
  if (key) return key;
  const place = texts.find(([, value]) => MATCHES[how](value.toLowerCase(), wanted));
  return { field: place?.[0] ?? 'record', how };
}

/** The ways to match, for a text and a term in lower case. */
export const MATCHES: Record<Match['how'], (value: string, wanted: string) => boolean> = {
  exact: (value, wanted) => value === wanted,
  prefix: (value, wanted) => value.startsWith(wanted),
  suffix: (value, wanted) => value.endsWith(wanted),
  contains: (value, wanted) => value.includes(wanted),
};

/** Lists the searchable texts of a transfer with their members: the keys, then those of mirror_text. */
function listSearchedTexts(transfer: TransferRow): [field: string, value: string][] {
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
