import { type Amount, compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

/** What somebody searches for, as far as the text itself tells. */
export interface SearchTerm {
  /** Without the spaces and invisible characters around it that come along when it is copied. */
  text: string;
  /** Where it reads as an amount of an asset, such as "0.5 BTC"; undefined where it could be read in two ways. */
  money: { amount: Amount; asset: string } | undefined;
}

/** What matched exactly so far: nothing, a whole text such as a memo, or what names transfers, such as a reference. */
export const EXACTNESS = ['none', 'text', 'key'] as const;
export type Exactness = (typeof EXACTNESS)[number];

// Spaces, and what cannot be seen; both come with what is copied from mails, tables and screens.
const AROUND = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const LONGEST_MONEY = 90;
const MONEY = /^[+\-−]? *([\d.,'’_ ]*\d) *([a-z][a-z0-9]{1,11})$/i;
// A sign takes a space before it: INV-100 is a reference.
const MONEY_ASSET_FIRST = /^([a-z][a-z0-9]{1,11})(?: +[+\-−])? *([\d.,'’_ ]*\d)$/i;

/** Reads what somebody typed or pasted to search for. Undefined where there is nothing to see in it. */
export function readSearchTerm(typed: string): SearchTerm | undefined {
  const characters = Array.from(typed.toWellFormed());
  const start = characters.findIndex((character) => !AROUND.test(character));
  if (start === -1) return undefined;
  const end = characters.findLastIndex((character) => !AROUND.test(character));
  const text = characters.slice(start, end + 1).join('');
  return { text, money: readMoney(text) };
}

/** An amount with its asset, in either order: "0.5 BTC", "btc 0,5", "1,250.5 usdc". Undefined where it is none, or ambiguous ("1,250 usdc"). */
function readMoney(text: string): SearchTerm['money'] {
  if (text.length > LONGEST_MONEY) return undefined;
  const plain = text.replaceAll(/\s/gu, ' ');
  const [, number, asset] = MONEY.exec(plain) ?? [];
  const [, otherAsset, otherNumber] = MONEY_ASSET_FIRST.exec(plain) ?? [];
  const amount = readNumber(number ?? otherNumber ?? '');
  const name = asset ?? otherAsset;
  return amount !== undefined && name !== undefined ? { amount, asset: name.toUpperCase() } : undefined;
}

/** A decimal number as people write it, with a point for its decimals and nothing between thousands. */
function readNumber(written: string): Amount | undefined {
  // Between thousands these can mean nothing else.
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
  // "1,250" may be a thousand and more, or one and a quarter.
  return /^\d*,\d+$/.test(digits) && !/^[1-9]\d{0,2},\d{3}$/.test(digits) ? digits.replace(',', '.') : undefined;
}

// Of these pieces the index of all texts is made (https://www.postgresql.org/docs/current/pgtrgm.html): what has none is looked for in every row.
const INDEXED_PART = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
const SHORTEST_PART = 3;

/** Whether the index of all texts can answer for a text: for a whole one, which takes a letter or digit, and for a part, which takes three. */
export function canBeInTexts({ text }: SearchTerm): { whole: boolean; part: boolean } {
  return {
    whole: /[\p{L}\p{N}]/u.test(text),
    part: Array.from(text).length >= SHORTEST_PART && INDEXED_PART.test(text),
  };
}

const LONGEST_IDENTIFIER = 200;

/** Whether a text looks like an id or a reference, so that the service can be asked for it. */
export function looksLikeReference({ text }: SearchTerm): boolean {
  return text.length <= LONGEST_IDENTIFIER && /^(?=.*\p{Nd})\S{4,}$|^\S{12,}$/u.test(text);
}

/** The id that a text may be, as a path can carry it; undefined where it looks like none, such as a UUID that is still being typed. */
export function readId(term: SearchTerm): string | undefined {
  const { text } = term;
  // One that was written in capitals somewhere is the same one (RFC 9562).
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  return looksLikeReference(term) && !/^[0-9a-f-]+$/i.test(text) && !/^\.{0,2}$/.test(text) ? text : undefined;
}

/** Where in a transfer a text was found, given how it was. What only the database sees alike counts for the record as a whole. */
export function findMatch(transfer: TransferRow, { text, money }: SearchTerm, how: Match['how']): Match {
  if (money && transfer.asset?.toUpperCase() === money.asset) {
    for (const field of ['amount', 'total'] as const) {
      const value = transfer[field];
      if (value !== undefined && isServiceAmount(value) && compareAmounts(value, money.amount) === 0)
        return { field, how: 'exact' };
    }
  }
  const wanted = text.toLowerCase();
  const place = searchedTexts(transfer).find(([, value]) => FITS[how](value.toLowerCase(), wanted));
  return { field: place?.[0] ?? 'record', how };
}

const FITS: Record<Match['how'], (value: string, wanted: string) => boolean> = {
  exact: (value, wanted) => value === wanted,
  prefix: (value, wanted) => value.startsWith(wanted),
  contains: (value, wanted) => value.includes(wanted),
};

/** What can be found, in the order of mirror_text (migration 0005). */
function searchedTexts(transfer: TransferRow): [field: string, value: string][] {
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
