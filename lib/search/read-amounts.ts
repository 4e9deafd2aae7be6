import { addAmounts, type Amount, compareAmounts, multiplyAmount, subtractAmounts } from '@/lib/money/amounts';
import { findPointReadings, findReadings } from '@/lib/money/amount-readings';
import { isServiceAmount } from '@/lib/money/format-amount';

/** The amounts that a search text can mean: several where its separators are ambiguous. */
export interface AmountTerm {
  /** The first is the most likely one. */
  amounts: readonly Amount[];
  /** The asset that the text names, in upper case. */
  asset: string | undefined;
  /** Half of the last digit that the text gives: what the amount may differ by where it was rounded. */
  halfOfLastDigit: Amount;
}

/** The amounts around another, both ends included. */
export interface AmountRange {
  amount: Amount;
  within: Amount;
  from: Amount;
  to: Amount;
}

const MAX_LENGTH = 90;
const NUMBER = String.raw`[\d.,'’_ ]*\d`;
const SHORT = String.raw`(?: ?(k|m|mn|mio|bn)(?![a-z0-9]))?`;
// A sign needs a space before it where an asset comes first: INV-100 is a reference.
const NUMBER_FIRST = new RegExp(String.raw`^[+\-−]? *(${NUMBER})${SHORT} *([a-z][a-z0-9]{1,11})?$`, 'i');
const ASSET_FIRST = new RegExp(String.raw`^([a-z][a-z0-9]{1,11})(?: +[+\-−])? *(${NUMBER})${SHORT}$`, 'i');
// A name that is longer than an asset's, and a whole number: a reference that was read out, such as "NORTHWIND 48".
const SPOKEN_REFERENCE = /^[a-z]{7,} +\d+$/i;
// Words and signs around an amount that say nothing about it.
const ABOUT = /^(?:about|approx\.?|approximately|around|ca\.?|circa|roughly|~|≈) *(?=[\d.$€£])/i;
const CURRENCY_SIGN = /^[$€£] *(?=\d|\.\d)/;
// "1,250.-" and "1,250,--" are whole amounts.
const NO_CENTS = /[.,][-–—]{1,2}$/;
const TIMES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, bn: 1e9 };

/**
 * Reads an amount in any order and spelling, such as "34,144.08", "btc 0,5", "$ 1.250,-" or "about 34k usdc". Of
 * "1,250" and "17.000" both meanings are given. Undefined for another text.
 */
export function readAmounts(text: string): AmountTerm | undefined {
  if (text.length > MAX_LENGTH || SPOKEN_REFERENCE.test(text)) return undefined;
  const plain = text.replaceAll(/\s/gu, ' ').replace(ABOUT, '').replace(CURRENCY_SIGN, '').replace(NO_CENTS, '');
  const [, first, firstShort, after] = NUMBER_FIRST.exec(plain) ?? [];
  const [, before, last, lastShort] = ASSET_FIRST.exec(plain) ?? [];
  const written = first ?? last;
  const read = written === undefined ? [] : readNumber(written.trim());
  const times = TIMES[(firstShort ?? lastShort ?? '').toLowerCase()] ?? 1;
  const amounts = read.map((amount) => (times === 1 ? amount : multiplyAmount(amount, times))).filter(isServiceAmount);
  const [likely] = read;
  if (likely === undefined || amounts.length === 0) return undefined;
  return {
    amounts: [...new Set(amounts)],
    asset: (after ?? before)?.toUpperCase(),
    halfOfLastDigit: multiplyAmount(halfOf(likely), times),
  };
}

function readNumber(written: string): Amount[] {
  const [whole] = findPointReadings(written) ?? [];
  return [...findReadings(written.replaceAll('’', "'")), ...(whole === undefined ? [] : [whole])].filter(
    isServiceAmount,
  );
}

function halfOf(amount: Amount): Amount {
  const decimals = amount.split('.')[1]?.length ?? 0;
  return `0.${'0'.repeat(decimals)}5`;
}

const CENT = '0.01';

/**
 * Gives the amounts near those of a text: those that it may be rounded from, and of an amount of 1 or more those that
 * differ by a cent. Nearly none is below zero; the lowest is zero.
 */
export function listNearAmounts({ amounts, halfOfLastDigit }: AmountTerm): AmountRange[] {
  return amounts.map((amount) => {
    const takesCent = compareAmounts(amount, '1') >= 0 && compareAmounts(halfOfLastDigit, CENT) < 0;
    const within = takesCent ? CENT : halfOfLastDigit;
    const from = subtractAmounts(amount, within);
    return { amount, within, from: from.startsWith('-') ? '0' : from, to: addAmounts(amount, within) };
  });
}
