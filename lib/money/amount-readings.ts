// What separates thousands or decimals somewhere, by the sign that stands for it here. Arabic has signs of its own, full
// width has its own digits and points, and several kinds of spaces and apostrophes are typed for the same.
const SIGNS: readonly [sign: string, pattern: RegExp][] = [
  ['.', /[.\uFF0E\u066B]/gu],
  [',', /[,\uFF0C\u060C]/gu],
  ["'", /['\u2018\u2019\u02BC\uFF07\u066C]/gu],
  [' ', /[\s\u00A0\u2007\u2009\u202F\u3000]/gu],
];
const MOST_IN_A_ROW = 50;

/** A text with the digits and separators of other scripts as plain ones: 0 to 9, point, comma, apostrophe, space. */
export function toPlainSigns(text: string): string {
  const digits = text.replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
  return SIGNS.reduce((plain, [sign, pattern]) => plain.replace(pattern, sign), digits);
}

/**
 * Every amount that a text of digits and separators can stand for, each as it would have to be written: none where it
 * fits no way of writing amounts, several where countries differ. A single point is always the point of the decimals.
 */
export function findReadings(text: string): string[] {
  const plain = toPlainSigns(text);
  if (!/^[0-9., '_]+$/.test(plain)) return [];
  return [...new Set([...asWhole(plain), ...asDecimal(plain, '.'), ...asDecimal(plain, ',')])].filter((reading) =>
    /[1-9]/.test(reading),
  );
}

/** As a number without decimals, where separators stand between thousands. */
function asWhole(plain: string): string[] {
  const isOnePoint = /^[0-9]*\.[0-9]*$/.test(plain);
  const digits = isOnePoint ? undefined : ungroup(plain);
  return digits === undefined ? [] : [digits];
}

/** As a number whose last separator, the only one of its kind, begins the decimals. */
function asDecimal(plain: string, sign: '.' | ','): string[] {
  const [before, decimals, ...more] = plain.split(sign);
  if (
    before === undefined ||
    decimals === undefined ||
    more.length > 0 ||
    !/^[0-9]*$/.test(decimals) ||
    before + decimals === ''
  )
    return [];
  const whole = before === '' ? '0' : ungroup(before);
  return whole === undefined ? [] : [decimals === '' ? whole : `${whole}.${decimals}`];
}

// In threes, or as in India in twos before the last three.
const GROUPED =
  /^[1-9][0-9]{0,2}(?:([,.' _])[0-9]{3})(?:\1[0-9]{3})*$|^[1-9][0-9]?(?:([,.' _])[0-9]{2})(?:\2[0-9]{2})*\2[0-9]{3}$/;

function ungroup(text: string): string | undefined {
  if (/^[0-9]+$/.test(text)) return text.replace(/^0+(?=[0-9])/, '');
  return GROUPED.test(text) ? text.replace(/[^0-9]/g, '') : undefined;
}

// Digits of a script lie together in their order, and several sets of ten can follow each other: at most five, the
// mathematical ones (https://www.unicode.org/reports/tr44/#Numeric_Type).
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let place = 0;
  while (place < MOST_IN_A_ROW && /\p{Nd}/u.test(String.fromCodePoint(code - place - 1))) place += 1;
  return place % 10;
}
