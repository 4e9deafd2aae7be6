import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { runs } from '@/scripts/testing/property-runs';
import { explainPoint, findReadings, removeSeparators, toPlainSigns } from '@/lib/money/amount-readings';
import {
  addAmounts,
  compareAmounts,
  priceOf,
  smallestOf,
  subtractAmounts,
  unitsAt,
  valueAt,
} from '@/lib/money/amounts';
import { groupDigits } from '@/lib/money/format-amount';
import { listMeanings, parseAmount } from '@/lib/money/parse-amount';
import { setDeskFormat } from '@/lib/text/locale';

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const whole = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...'123456789'), digits(0, 29)).map(([first, rest]) => first + rest),
);
const amount = fc.oneof(
  whole,
  fc.tuple(whole, digits(1, 30)).map(([left, right]) => `${left}.${right}`),
);

// Thousandths of a quintillionth as integers: an independent way to the same sums.
const scaled = (text: string) => {
  const [left = '', right = ''] = text.split('.');
  return BigInt(left + right.padEnd(30, '0'));
};

describe('parseAmount', () => {
  it('keeps every plain decimal above zero exactly as typed', () => {
    fc.assert(
      fc.property(amount, (text) => {
        const read = parseAmount(` ${text}\n`);
        expect(read).toEqual(
          /[1-9]/.test(text) ? { ok: true, value: text } : { ok: false, error: expect.stringContaining('zero') },
        );
      }),
    );
  });

  it('never throws, and accepts nothing but ASCII digits with at most one point', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: fc.constantFrom(...'0123456789.,eE+-x_ ٣１') })),
        (text) => {
          const read = parseAmount(text);
          if (read.ok) expect(read.value).toMatch(/^[0-9]+(\.[0-9]+)?$/);
          else expect(read.error.length).toBeGreaterThan(10);
        },
      ),
      { numRuns: runs(2) },
    );
  });

  it.each([
    ['1,5', 'If “1,5” means 1.5, enter 1.5.'],
    ['1,500', '“1,500” can be read as 1500 or 1.500. Enter 1500 or 1.500.'],
    ['0,500', 'means 0.500, enter'],
    ['1,234,567', 'means 1234567, enter'],
    ['1,23,456.7', 'means 123456.7, enter'],
    ['1,234.50', 'means 1234.50, enter'],
    ['1.234,50', 'means 1234.50, enter'],
    ['1.234.567,8', 'means 1234567.8, enter'],
    ['1.234.567', 'means 1234567, enter'],
    ["1'234.5", 'means 1234.5, enter'],
    ['1’234,567', 'means 1234.567, enter'],
    ['1 234,5', 'means 1234.5, enter'],
    ['1\u00a0234', 'means 1234, enter'],
    ['1\u202f234,5', 'means 1234.5, enter'],
    ['1_000_000', 'means 1000000, enter'],
    ['1e3', 'scientific notation'],
    ['1E-3', 'scientific notation'],
    ['1e999999999', 'scientific notation'],
    ['.25', 'means 0.25, enter'],
    [',25', 'means 0.25, enter'],
    ['25.', 'means 25, enter'],
    ['007', 'means 7, enter'],
    ['-0', 'sign'],
    ['+1', 'sign'],
    ['−1', 'sign'],
    ['0x10', 'hexadecimal'],
    ['12 34', 'is not a valid amount'],
    ['1,2,3', 'is not a valid amount'],
    ['1,234 567', 'is not a valid amount'],
    ['1.2.3', 'more than one point'],
    ['1'.repeat(31), 'The amount has 31 digits. Enter at most 30 on each side of the point.'],
    [`${'1'.repeat(31)}.5`, 'The amount has 31 digits before the point.'],
    [`1.${'1'.repeat(31)}`, 'The amount has 31 digits after the point.'],
    ['٣٫٥', 'means 3.5, enter'],
    ['١٬٢٣٤', 'means 1234, enter'],
    ['١،٢٣٤', 'can be read as 1234 or 1.234'],
    ['１２', 'means 12, enter'],
    ['１．２３４', 'means 1.234, enter'],
    ['𝟙𝟚', 'means 12, enter'],
    ['1\u200b5', 'contains a hidden character'],
    ['ten', 'not an amount'],
    ['1.5 ETH', 'not an amount'],
    ['½', 'not an amount'],
    ['', 'Enter an amount'],
    ['0.000', 'zero'],
    ['0,000', 'zero'],
    ['9'.repeat(400), '400 characters'],
  ])('rejects %j and says how it could be read', (typed, understood) => {
    expect(parseAmount(typed)).toEqual({ ok: false, error: expect.stringContaining(understood) });
  });

  // Every way in which these countries write a number: it gives that number, or is rejected with it among the readings.
  it.each([
    'en-GB',
    'de-DE',
    'fr-FR',
    'de-CH',
    'en-IN',
    'es-ES',
    'ar-EG',
    'fa-IR',
    'hi-IN-u-nu-deva',
    'ja-JP-u-nu-fullwide',
  ])('understands how %s writes numbers, and takes none for another number', (locale) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), fc.integer({ min: 0, max: 6 }), (units, decimals) => {
        const number = units / 10 ** decimals;
        // Marks of direction are hidden characters; the number is the same without them.
        const written = format.format(number).replace(/[\u200e\u200f\u061c]/g, '');
        const read = parseAmount(removeSeparators(written));
        const plain = number.toLocaleString('en-GB', { maximumFractionDigits: 6, useGrouping: false });
        // A single point between thousands, as in Germany, is always read as the point before the decimals.
        if (read.ok) expect([plain, plain.replace(/([0-9]{3})$/, '.$1')]).toContain(read.value);
        else expect(namedIn(read.error)).toContain(plain);
      }),
    );
  });

  it('names only readings that are accepted as they are', () => {
    const typed = fc.string({ unit: fc.constantFrom(..."00123456789.,.,' _٣٫٬１．\u00a0"), maxLength: 14 });
    fc.assert(
      fc.property(typed, (text) => {
        const read = parseAmount(text);
        if (read.ok) return;
        for (const reading of namedIn(read.error)) {
          expect(parseAmount(reading)).toEqual({ ok: true, value: reading });
          expect(
            toPlainSigns(text)
              .replace(/[^0-9]/g, '')
              .replace(/^0+/, ''),
          ).toBe(reading.replace('.', '').replace(/^0+/, ''));
        }
      }),
      { numRuns: runs(5) },
    );
  });
});

describe('removeSeparators', () => {
  const plain = fc.tuple(whole, digits(0, 8)).map(([left, right]) => (right === '' ? left : `${left}.${right}`));

  it('takes what the console writes, but for a single comma without decimals', () => {
    fc.assert(
      fc.property(plain, (text) => {
        const written = groupDigits(text);
        const isAmbiguous = /^[0-9]+,[0-9]+$/.test(written);
        expect(removeSeparators(` ${written} `).trim()).toBe(isAmbiguous ? written : text);
      }),
    );
  });

  it('changes only a text that has no other reading in any country', () => {
    const typed = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."0123.,' "), maxLength: 14 }),
      fc.array(digits(3, 3), { maxLength: 3 }).map((groups) => `12,${groups.join(',')}.5`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const read = removeSeparators(text);
        if (read !== text) expect(findReadings(text.trim()).filter((reading) => reading !== read)).toEqual([]);
      }),
      { numRuns: runs(5) },
    );
  });

  it.each([
    '2,150',
    '2.150',
    '1.234,5',
    '1.234.567',
    '1,23,456.7',
    "1'234,567.8",
    '1 234',
    '0,123.4',
    '1,234.',
    'x,000.5',
  ])('leaves %j to the person', (typed) => expect(removeSeparators(typed)).toBe(typed));

  it.each([
    ['2,150.50', '2150.50'],
    ['1,234,567', '1234567'],
    ["1'234'567.8", '1234567.8'],
    ['1\u00a0234.5', '1234.5'],
  ])('reads %j as %s', (typed, plainly) => expect(removeSeparators(typed)).toBe(plainly));

  it('reads the decimal comma of the desk, and takes nothing there that a point may group', () => {
    const typed = ['2.150,50', '1,5', "1'234,5", '1 234,50', '2,150'];
    expect(typed.map(removeSeparators)).toEqual(typed);
    expect(explainPoint('2.150')).toBeUndefined();
    setDeskFormat({ locale: 'de-DE', timeZone: undefined });
    try {
      expect(typed.map(removeSeparators)).toEqual(['2150.50', '1.5', '1234.5', '1234.50', '2,150']);
      expect(removeSeparators('2,150.50')).toBe('2150.50');
      expect(explainPoint(' 2.150 ')).toBe('“2.150” can be read as 2150 or 2.15. Enter 2150 or 2.15.');
      expect(explainPoint('2.1500')).toBeUndefined();
    } finally {
      setDeskFormat({ locale: 'en-GB', timeZone: undefined });
    }
  });
});

describe('what a refused amount can mean', () => {
  it.each<[string, string[]]>([
    ['85,000', ['85000', '85.000']],
    ['1,5', ['1.5']],
    ['1.5', []],
    ['ten', []],
    ['0,000', []],
    ['9'.repeat(400), []],
  ])('is for %j: %j', (typed, meanings) => expect(listMeanings(typed)).toEqual(meanings));

  it('is not refused again, whatever the locale', () => {
    try {
      for (const locale of ['en-GB', 'de-DE']) {
        setDeskFormat({ locale, timeZone: undefined });
        fc.assert(
          fc.property(fc.string({ unit: fc.constantFrom(..."01259.,' "), maxLength: 12 }), (typed) => {
            for (const meaning of listMeanings(typed)) {
              expect(parseAmount(meaning)).toEqual({ ok: true, value: meaning });
              expect(explainPoint(meaning)).toBeUndefined();
            }
          }),
          { numRuns: runs(2) },
        );
      }
    } finally {
      setDeskFormat({ locale: 'en-GB', timeZone: undefined });
    }
  });
});

/** Gives the readings that a rejection names. */
function namedIn(error: string): string[] {
  const [, named = ''] = /(?:can be read as|means) ([0-9. or]+?)[.,](?: |$)/.exec(error) ?? [];
  return named === '' ? [] : named.split(' or ');
}

describe('arithmetic', () => {
  it('adds and subtracts exactly, to the last digit', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const sum = addAmounts(a, b);
        expect(scaled(sum)).toBe(scaled(a) + scaled(b));
        expect(compareAmounts(subtractAmounts(sum, b), a)).toBe(0);
      }),
    );
  });

  it('compares by value', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(compareAmounts(a, b)).toBe(Number(scaled(a) > scaled(b)) - Number(scaled(a) < scaled(b)));
      }),
    );
    expect(compareAmounts('1.50', '1.5')).toBe(0);
    expect(subtractAmounts('1', '1.000000000000000001')).toBe('-0.000000000000000001');
  });

  it('rejects what is not a decimal', () => {
    expect(() => addAmounts('1e5', '1')).toThrow(RangeError);
    expect(() => compareAmounts('NaN', '1')).toThrow(RangeError);
  });
});

describe('prices', () => {
  it('round up, so that no value is taken for less than it is', () => {
    expect(priceOf('3450', '0.999')).toBe('3453.4535');
    expect(valueAt('12.5', '3453.4535')).toBe('43168.17');
    expect(valueAt('0.000000000000000001', '0.5')).toBe('0.01');
    expect(() => priceOf('1', '0.000')).toThrow(RangeError);
    expect(unitsAt('100', '3')).toBe('33.333333333333333334');
    expect(unitsAt('100.00', '1')).toBe('100');
    expect(() => unitsAt('1', '0.0')).toThrow(RangeError);
    expect(smallestOf(['1.5', '0.50', '2'])).toBe('0.50');
    fc.assert(
      fc.property(amount, fc.integer({ min: 1, max: 1_000_000_000 }), (units, cents) => {
        if (/^[0.]*$/.test(units)) return;
        const value = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(compareAmounts(valueAt(units, priceOf(value, units)), value)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
