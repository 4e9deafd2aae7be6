import { explainPoint, findPointReadings, findReadings, toPlainSigns } from '@/lib/money/amount-readings';
import type { Amount } from '@/lib/money/amounts';
import { findHiddenCharacter, revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { fail, ok, type Result } from '@/lib/result';

// Separate from lib/money/amounts.ts, so that a form that only checks amounts loads no decimal library.

// Bounded before the decimal library sees the text: `1e999999999` must not become a gigabyte of digits.
const MAX_DIGITS = 30;
// Both sides of the point.
const MAX_READ = 61;
const PLAIN_AMOUNT = /^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/;

/**
 * Parses an amount that a person typed, and gives it exactly as typed: "1.50" stays "1.50". Rejects zero, and
 * everything but digits with at most one point, with a sentence that names each number that the text could mean:
 * "1,500" gives “1,500” can be read as 1500 or 1.500.
 */
export function parseAmount(typed: string): Result<Amount, string> {
  const text = typed.trim();
  if (text === '') return fail('Enter an amount, for example 1.5.');
  if (PLAIN_AMOUNT.test(text)) {
    return /[1-9]/.test(text) ? ok(text) : fail('The amount is zero. Enter an amount above zero.');
  }
  return fail(explainUnreadable(text));
}

const isPlain = (reading: string) => PLAIN_AMOUNT.test(reading);

/** Writes an amount without a point that separates thousands in the desk's locale. */
const withOneMeaning = (reading: string) =>
  explainPoint(reading) === undefined ? reading : (findPointReadings(reading)?.[1] ?? reading);

/**
 * Lists the amounts that a refused text can mean, each so that it is not refused again; empty for one that has no
 * meaning: "1,500" gives ["1500", "1.500"].
 */
export function listMeanings(typed: string): string[] {
  const text = typed.trim();
  if (explainPoint(text) !== undefined) return [...(findPointReadings(text) ?? [])];
  if (text.length > MAX_READ || isPlain(text)) return [];
  return findReadings(text).filter(isPlain).map(withOneMeaning);
}

function explainUnreadable(text: string): string {
  if (text.length > MAX_READ)
    return `The amount has ${text.length} characters. Enter at most 30 digits on each side of the point.`;
  const shown = `“${revealHiddenCharacters(text)}”`;
  const allReadings = findReadings(text);
  const readings = allReadings.filter(isPlain);
  const [reading, ...others] = readings;
  if (others.length > 0) return `${shown} can be read as ${readings.join(' or ')}. Enter ${readings.join(' or ')}.`;
  if (reading !== undefined) return `If ${shown} means ${reading}, enter ${reading}.`;
  return explainTooManyDigits(allReadings) ?? explainNoAmount(text, shown);
}

/** Explains a text whose every reading has too many digits; undefined for a text with no reading. */
function explainTooManyDigits(readings: readonly string[]): string | undefined {
  // The most likely reading: a point, where there is one, before the decimals.
  const [whole, decimals = ''] = (readings.at(-1) ?? '').split('.');
  if (whole === undefined || whole === '') return undefined;
  const isWholeTooLong = whole.length > MAX_DIGITS;
  const [digits, side] = isWholeTooLong ? [whole.length, 'before'] : [decimals.length, 'after'];
  const place = decimals === '' ? '' : ` ${side} the point`;
  return `The amount has ${digits} digits${place}. Enter at most ${MAX_DIGITS} on each side of the point.`;
}

function explainNoAmount(text: string, shown: string): string {
  if (findHiddenCharacter(text) !== undefined) return `${shown} contains a hidden character. Type the amount again.`;
  if (/^[0-9.]+e[+-]?[0-9]+$/i.test(text)) return `${shown} is in scientific notation. Enter the number in full.`;
  if (/^[+\-\u2212]/.test(text)) return `${shown} has a sign. Enter the amount without a sign.`;
  if (/^0x/i.test(text)) return `${shown} is a hexadecimal number. Enter decimal digits.`;
  const plain = toPlainSigns(text);
  if (/^[0-9., '_]+$/.test(plain)) {
    if (!/[1-9]/.test(plain)) return 'The amount is zero. Enter an amount above zero.';
    if (/^[0-9.]+$/.test(plain)) return `${shown} has more than one point. Enter one point, before the decimals.`;
    return `${shown} is not a valid amount. Enter digits with no separator but a point before the decimals.`;
  }
  return `${shown} is not an amount. Enter digits with at most one point, for example 1250.75.`;
}
