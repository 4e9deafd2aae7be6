import { findReadings, toPlainSigns } from '@/lib/money/amount-readings';
import type { Amount } from '@/lib/money/amounts';
import { findHiddenCharacter, revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { fail, ok, type Result } from '@/lib/result';

// Apart from what computes with amounts, so that a form which only checks them loads no decimal library.

// Bounded before any decimal library sees it: `1e999999999` must not become a gigabyte of digits.
const WRITTEN_AMOUNT = /^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/;

/**
 * Reads an amount that a person typed. Gives it back exactly as typed, so "1.50" stays "1.50".
 * Fails with a sentence saying what was read and what to write instead: whatever could be read two ways, or is written
 * as other countries do, with every reading there is. Zero is refused.
 */
export function parseAmount(typed: string): Result<Amount, string> {
  const text = typed.trim();
  if (text === '') return fail('Give an amount, for example 1.5.');
  if (WRITTEN_AMOUNT.test(text)) {
    return /[1-9]/.test(text) ? ok(text) : fail('The amount is zero. Give an amount above zero.');
  }
  return fail(explainUnreadable(text));
}

function explainUnreadable(text: string): string {
  if (text.length > 61)
    return `This has ${text.length} characters. An amount has at most 30 digits on each side of the point.`;
  const shown = `“${revealHiddenCharacters(text)}”`;
  const readings = findReadings(text).filter((reading) => WRITTEN_AMOUNT.test(reading));
  const [reading, ...others] = readings;
  if (others.length > 0)
    return `${shown} can be read as ${readings.join(' or ')}. Write the one you mean, with a point for decimals and nothing else.`;
  if (reading !== undefined) return `${shown} ${describeOddity(text)}. If you mean ${reading}, write that.`;
  return explainNoAmount(text, shown);
}

/** What keeps a text that has one reading from being taken as it is. */
function describeOddity(text: string): string {
  const plain = toPlainSigns(text);
  if (/[^0-9.,' _]/.test(text.replace(/\s/g, ' ')) && plain !== text)
    return 'has signs that are not the plain digits 0 to 9 and the plain point';
  if (/[ ]/.test(plain)) return 'has spaces between the digits';
  if (/['_]/.test(plain)) return `has ${plain.includes("'") ? 'apostrophes' : 'underscores'} between the digits`;
  if (/^[0-9]*,[0-9]*$/.test(plain)) return 'has a comma';
  if (/,/.test(plain))
    return /,.*\./.test(plain) || !plain.includes('.')
      ? 'has commas between thousands'
      : 'has points between thousands and a comma for the decimals';
  if ((plain.match(/\./g) ?? []).length > 1) return 'has more than one point';
  if (plain.startsWith('.')) return 'starts with a point';
  if (plain.endsWith('.')) return 'ends with a point';
  return 'starts with a zero';
}

function explainNoAmount(text: string, shown: string): string {
  if (findHiddenCharacter(text) !== undefined)
    return `${shown} has a character in it that cannot be seen. Type the amount again.`;
  if (/^[0-9.]+e[+-]?[0-9]+$/i.test(text))
    return `${shown} was read as scientific notation, which is not accepted. Write the number out in full.`;
  if (/^[+\-\u2212]/.test(text)) return `${shown} has a sign. Amounts are written without one.`;
  if (/^0x/i.test(text))
    return `${shown} was read as a hexadecimal number, which is not accepted. Write it in decimal digits.`;
  const plain = toPlainSigns(text);
  if (/^[0-9., '_]+$/.test(plain)) {
    if (!/[1-9]/.test(plain)) return 'The amount is zero. Give an amount above zero.';
    if (/^[0-9.]+$/.test(plain)) return `${shown} has more than one point. Write one point, before the decimals.`;
    return `${shown} fits no way of writing amounts. Write the digits with at most one point, before the decimals, and nothing between them.`;
  }
  return `${shown} is not an amount. Write digits with at most one point, for example 1250.75.`;
}
