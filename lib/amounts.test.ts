import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAmounts, compareAmounts, subtractAmounts } from '@/lib/amounts';
import { parseAmount } from '@/lib/typed-amounts';

const digits = (min: number, max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
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
        expect(read).toEqual(/[1-9]/.test(text) ? { ok: true, value: text } : { ok: false, error: expect.stringContaining('zero') });
      }),
    );
  });

  it('never throws, and accepts nothing but ASCII digits with at most one point', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'0123456789.,eE+-x_ ٣１') })), (text) => {
        const read = parseAmount(text);
        if (read.ok) expect(read.value).toMatch(/^[0-9]+(\.[0-9]+)?$/);
        else expect(read.error.length).toBeGreaterThan(10);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['1,5', '1.5'],
    ['1,500', '1500 or 1.500'],
    ['1,234,567', '1234567'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1e3', 'scientific notation'],
    ['1E-3', 'scientific notation'],
    ['1e999999999', 'scientific notation'],
    ['.25', 'Write 0.25'],
    ['25.', 'Write 25'],
    ['007', 'Write 7'],
    ['-0', 'sign'],
    ['+1', 'sign'],
    ['0x10', 'hexadecimal'],
    ['1 000', 'spaces'],
    ['1.2.3', 'more than one point'],
    ['٣٫٥', 'not an amount'],
    ['１２', 'plain digits'],
    ['ten', 'not an amount'],
    ['', 'Give an amount'],
    ['0.000', 'zero'],
    ['9'.repeat(400), '400 characters'],
  ])('refuses %j and says what was understood', (typed, understood) => {
    expect(parseAmount(typed)).toEqual({ ok: false, error: expect.stringContaining(understood) });
  });
});

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

  it('refuses what is no decimal', () => {
    expect(() => addAmounts('1e5', '1')).toThrow(RangeError);
    expect(() => compareAmounts('NaN', '1')).toThrow(RangeError);
  });
});
