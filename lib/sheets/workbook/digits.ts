/** A number as a workbook stores it, in plain digits. */
export interface StoredNumber {
  text: string;
  /** More than 15 digits, of which a spreadsheet keeps 15. */
  isLong: boolean;
  /** What the file has, where `text` is the same number in the 15 digits that a spreadsheet shows. */
  stored?: string;
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
const MAX_DIGITS = 80;
// The digits that Excel keeps:
// https://learn.microsoft.com/en-us/office/troubleshoot/excel/last-digits-changed-to-zeros
const KEPT = 15;
// The digits that write a double so that it is read back as the same.
const WRITTEN = 17;

/**
 * Gives a number of a cell in plain digits, those of the file; undefined for what is no number. Never goes through a
 * double: “12345678901234567890.123” stays. Excel writes the double of 1.1 as “1.1000000000000001”, which nobody typed
 * and no sheet shows: where 15 digits are the same double and only digits after the point go, they are taken.
 */
export function readNumber(written: string): StoredNumber | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(written.trim()) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const digits = shift(whole, fraction, Number(exponent));
  // Kept as written: a field refuses it, or a finding names it.
  if (!digits) return { text: written.trim(), isLong: true };
  const minus = sign === '-' ? '-' : '';
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(written);
  const text = isPlain ? written : `${minus}${digits.whole}${digits.fraction === '' ? '' : `.${digits.fraction}`}`;
  const significant = countSignificant(digits);
  if (significant <= KEPT) return { text, isLong: false };
  const short = shorten(digits, significant);
  if (short !== undefined && Number(short) === Number(`${digits.whole}.${digits.fraction}`))
    return { text: minus + short, isLong: false, stored: text };
  return { text, isLong: true };
}

interface Digits {
  /** Without leading zeros, but for one. */
  whole: string;
  /** Without trailing zeros. */
  fraction: string;
}

/** Moves the decimal point; undefined where the number would be longer than any that can be meant. */
function shift(whole: string, fraction: string, by: number): Digits | undefined {
  const point = whole.length + by;
  const all = whole + fraction;
  if (all.length + Math.abs(by) > MAX_DIGITS) return undefined;
  const padded = point < 0 ? '0'.repeat(-point) + all : all.padEnd(point, '0');
  const at = Math.max(0, point);
  return { whole: padded.slice(0, at).replace(/^0+(?=\d)/, '') || '0', fraction: trimZeros(padded.slice(at)) };
}

/** Removes the zeros at the end of the digits after a point. */
export function trimZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

/** Counts the digits from the first that is not zero. */
function countSignificant({ whole, fraction }: Digits): number {
  return (whole + fraction).replace(/^0+/, '').length;
}

/** Rounds to 15 digits; undefined where digits before the point would change, or more are written than a double has. */
function shorten({ whole, fraction }: Digits, significant: number): string | undefined {
  const decimals = fraction.length - (significant - KEPT);
  if (significant > WRITTEN || decimals < 0) return undefined;
  const kept = BigInt(whole + fraction.slice(0, decimals));
  const rounded = (fraction[decimals] ?? '0') >= '5' ? kept + 1n : kept;
  const digits = rounded.toString().padStart(decimals + 1, '0');
  const rest = trimZeros(digits.slice(digits.length - decimals));
  return decimals === 0 || rest === ''
    ? digits.slice(0, digits.length - decimals)
    : `${digits.slice(0, digits.length - decimals)}.${rest}`;
}
