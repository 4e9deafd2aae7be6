// As many digits as a double holds of any decimal, and as a spreadsheet shows and stores.
const MAX_DIGITS = 15;
// What the number format of a workbook's amounts shows, and the smallest unit of any asset.
const MAX_DECIMALS = 18;
const MAX_LENGTH = 40;
const PLAIN_DECIMAL = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** Tells whether a text is a decimal number without exponent, sign of plus or spaces. */
export function isPlainDecimal(text: string): boolean {
  return PLAIN_DECIMAL.test(text);
}

/**
 * Tells whether a spreadsheet holds a plain decimal as a number to its last digit: at most 15 significant digits, which
 * a double gives back as they are, and at most 18 decimals, which its format shows.
 */
export function isExactNumber(text: string): boolean {
  if (text.length <= MAX_DIGITS) return true;
  if (text.length > MAX_LENGTH) return false;
  const point = text.indexOf('.');
  if (point !== -1 && text.length - point - 1 > MAX_DECIMALS) return false;
  const digits = text.replace(/^-/, '').replace('.', '');
  return trimZeros(digits) <= MAX_DIGITS;
}

/** Counts the digits between the zeros at both ends. */
function trimZeros(digits: string): number {
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return end - start;
}
