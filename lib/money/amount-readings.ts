import { hasDecimalComma } from '@/lib/text/locale';
import { trimCharacters } from '@/lib/text/trim-characters';

// The separators of thousands and decimals in all countries, by their plain form. Arabic and full-width text have signs
// of their own, and several kinds of spaces and apostrophes are typed for the same.
const SIGNS: readonly [sign: string, pattern: RegExp][] = [
  ['.', /[.\uFF0E\u066B]/gu],
  [',', /[,\uFF0C\u060C]/gu],
  ["'", /['\u2018\u2019\u02BC\uFF07\u066C]/gu],
  [' ', /[\s\u00A0\u2007\u2009\u202F\u3000]/gu],
];
const MAX_CONSECUTIVE_DIGITS = 50;
// Longer than any amount with separators; other cells of a sheet can be long.
const MAX_EVIDENCE_LENGTH = 80;

/** Replaces digits and separators of other scripts by plain ones: 0 to 9, point, comma, apostrophe, space. */
export function toPlainSigns(text: string): string {
  const digits = text.replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
  return SIGNS.reduce((plain, [sign, pattern]) => plain.replace(pattern, sign), digits);
}

/**
 * Finds every amount that a text of digits and separators can mean, each in plain form: "1,500" gives ["1500",
 * "1.500"], since countries differ; none where no country writes amounts so. A single point always precedes the
 * decimals.
 */
export function findReadings(text: string): string[] {
  const plain = toPlainSigns(text);
  if (!/^[0-9., '_]+$/.test(plain)) return [];
  return [...new Set([...readAsWhole(plain), ...readAsDecimal(plain, '.'), ...readAsDecimal(plain, ',')])].filter(
    (reading) => /[1-9]/.test(reading),
  );
}

/**
 * Tells whether a number shows that its writer puts a comma before decimals, or points between thousands, such as
 * "250,75", "1.234,5 EUR" or "1.234.567". "1,500" and "3.000" show neither.
 */
export function showsDecimalComma(text: string): boolean {
  const number = trimCharacters(text, (character) => !/\p{Nd}/u.test(character));
  if (number.length > MAX_EVIDENCE_LENGTH || findReadings(number).length !== 1) return false;
  const plain = toPlainSigns(number);
  return /^[^,]*,[0-9]+$/.test(plain) || /\..*\./.test(plain);
}

/**
 * Finds the two amounts that a plain amount can mean where points may separate thousands: "3.000" gives ["3000", "3"].
 * None for an amount that a point cannot group. Each is written so that it has one meaning everywhere.
 */
export function findPointReadings(text: string): [whole: string, decimal: string] | undefined {
  const [, whole, decimals] = /^([1-9][0-9]{0,2})\.([0-9]{3})$/.exec(text.trim()) ?? [];
  if (whole === undefined || decimals === undefined) return undefined;
  const short = decimals.replace(/0+$/, '');
  // Four decimals are never thousands.
  const shown = short.length === decimals.length ? `${short}0` : short;
  return [`${whole}${decimals}`, shown === '' ? whole : `${whole}.${shown}`];
}

// One kind of separator between groups of three, with a point and decimals after them or two groups and more.
const UNAMBIGUOUS =
  /^[1-9][0-9]{0,2}(?:([,' \u2019\u00A0\u202F])[0-9]{3}(?:\1[0-9]{3})*\.[0-9]+|([,' \u2019\u00A0\u202F])[0-9]{3}(?:\2[0-9]{3})+)$/;

/**
 * Removes the separators from an amount that means the same in all countries and is written as the console does,
 * "2,150.50", or as the desk's locale does, "2.150,50". Gives any other text unchanged, such as "2,150". For what a
 * person types or pastes; all that is stored, signed or sent has no separators (`parseAmount`).
 */
export function removeSeparators(typed: string): string {
  const text = typed.trim();
  if (text.length > MAX_EVIDENCE_LENGTH) return typed;
  if (UNAMBIGUOUS.test(text)) return text.replace(/[^0-9.]/g, '');
  return hasDecimalComma() && showsDecimalComma(text) ? (findReadings(text)[0] ?? typed) : typed;
}

/** Explains a typed amount with a point that separates thousands in the desk's locale: "2.150". */
export function explainPoint(typed: string): string | undefined {
  const readings = hasDecimalComma() ? findPointReadings(typed)?.join(' or ') : undefined;
  return readings && `“${typed.trim()}” can be read as ${readings}. Enter ${readings}.`;
}

/** Reads a text as a number without decimals, with separators between thousands. */
function readAsWhole(plain: string): string[] {
  const isOnePoint = /^[0-9]*\.[0-9]*$/.test(plain);
  const digits = isOnePoint ? undefined : removeGrouping(plain);
  return digits === undefined ? [] : [digits];
}

/** Reads a text as a number whose last separator, the only one of its kind, precedes the decimals. */
function readAsDecimal(plain: string, sign: '.' | ','): string[] {
  const [before, decimals, ...more] = plain.split(sign);
  if (
    before === undefined ||
    decimals === undefined ||
    more.length > 0 ||
    !/^[0-9]*$/.test(decimals) ||
    before + decimals === ''
  )
    return [];
  const whole = before === '' ? '0' : removeGrouping(before);
  return whole === undefined ? [] : [decimals === '' ? whole : `${whole}.${decimals}`];
}

// Groups of three digits, or as in India groups of two before the last three.
const GROUPED =
  /^[1-9][0-9]{0,2}(?:([,.' _])[0-9]{3})(?:\1[0-9]{3})*$|^[1-9][0-9]?(?:([,.' _])[0-9]{2})(?:\2[0-9]{2})*\2[0-9]{3}$/;

function removeGrouping(text: string): string | undefined {
  if (/^[0-9]+$/.test(text)) return text.replace(/^0+(?=[0-9])/, '');
  return GROUPED.test(text) ? text.replace(/[^0-9]/g, '') : undefined;
}

// The digits of a script have consecutive code points, and at most five sets of ten follow each other: the mathematical
// ones (https://www.unicode.org/reports/tr44/#Numeric_Type).
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let place = 0;
  while (place < MAX_CONSECUTIVE_DIGITS && /\p{Nd}/u.test(String.fromCodePoint(code - place - 1))) place += 1;
  return place % 10;
}
