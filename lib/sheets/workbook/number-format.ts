import { trimZeros } from '@/lib/sheets/workbook/digits';

/** What a number format makes of a number on screen. */
export interface NumberFormat {
  isDate: boolean;
  /** True where a number is a share of a hundred on screen. */
  isPercent: boolean;
  /** True where thousands are cut off on screen. */
  isScaled: boolean;
  /** True for a power of ten, or a fraction. */
  isAbbreviated: boolean;
  /** Letters or digits before the number that are not in the cell. */
  prefix: string;
  /** Least digits before the point. */
  minWhole: number;
  /** Most digits after the point; undefined for as many as fit. */
  decimals: number | undefined;
}

const GENERAL: NumberFormat = {
  isDate: false,
  isPercent: false,
  isScaled: false,
  isAbbreviated: false,
  prefix: '',
  minWhole: 1,
  decimals: undefined,
};

// ECMA-376, 18.8.30; 27 to 36 and 50 to 58 are dates in the languages that have them.
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  48: '##0.0E+0',
};
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Gives the format with an ID: one of the workbook's own codes, or one that every spreadsheet knows. */
export function formatOf(id: number, codes: ReadonlyMap<number, string>): NumberFormat {
  const code = codes.get(id) ?? BUILT_IN[id];
  if (code === undefined) return isBuiltInDate(id) ? { ...GENERAL, isDate: true } : GENERAL;
  return readFormat(code);
}

// Texts in quotes, escaped characters, widths and fillers, colours, conditions and currencies.
const LITERAL = /"([^"]*)"|\\(.)|[_*].|\[[^\]]*\]/gs;
const ELAPSED = /\[[hms]{1,9}\]/i;

/** Reads a format code by its section for positive numbers (ECMA-376, 18.8.31). */
function readFormat(code: string): NumberFormat {
  const texts: string[] = [];
  const bare = code.slice(0, 500).replaceAll(LITERAL, (literal: string, quoted?: string, escaped?: string) => {
    texts.push(quoted ?? escaped ?? '');
    // Marks where the text was, in a character that no format has.
    return ELAPSED.test(literal) ? 'h' : '\u0001';
  });
  const [section = ''] = bare.split(';', 1);
  if (/general|^@$/i.test(section)) return GENERAL;
  if (/[ymdhs]/i.test(section)) return { ...GENERAL, isDate: true };
  const first = section.search(/[0#?]/);
  if (first === -1) return GENERAL;
  const marks = section.slice(0, first).split('\u0001').length - 1;
  const prefix = texts.slice(0, marks).join('').trim();
  const [whole = '', decimals = ''] = section.slice(first).split('.', 2);
  return {
    isDate: false,
    isPercent: section.includes('%'),
    isScaled: /[0#?],+(?![0#?,])/.test(section),
    isAbbreviated: /e[+-]|\//i.test(section),
    prefix: /[\p{L}\p{N}]/u.test(prefix) ? prefix : '',
    minWhole: whole.replaceAll(/[^0]/g, '').length,
    decimals: decimals.replaceAll(/[^0#?]/g, '').length,
  };
}

/** Says how a number looks on screen, where that is not the number itself; undefined where it is. */
export function describeShown(text: string, format: NumberFormat): string | undefined {
  const { isPercent, isScaled, isAbbreviated, prefix, minWhole, decimals } = format;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.', 2);
  if (isPercent) return 'shown as a percentage';
  if (isScaled) return 'shown in thousands';
  if (isAbbreviated) return 'shown in short';
  if (prefix !== '') return `shown with “${prefix}” before it`;
  if (whole.length < minWhole && minWhole > 1) return 'shown with zeros before it';
  if (decimals !== undefined && trimZeros(fraction).length > decimals) return 'shown rounded';
  return undefined;
}
