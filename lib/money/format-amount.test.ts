import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupDigits, isServiceAmount, shortenDigits } from '@/lib/money/format-amount';

const amount = fc.stringMatching(/^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,30})?$/);

describe('groupDigits', () => {
  it('adds commas and loses nothing', () => {
    fc.assert(
      fc.property(amount, (text) => {
        expect(groupDigits(text).replaceAll(',', '')).toBe(text);
      }),
    );
    expect(groupDigits('1234567.00010')).toBe('1,234,567.00010');
    expect(groupDigits('.25')).toBe('0.25');
    expect(groupDigits('1e999')).toBe('1e999');
  });
});

describe('shortenDigits', () => {
  it('cuts decimals only, never rounds, and says where it cut', () => {
    fc.assert(
      fc.property(amount, (text) => {
        const short = shortenDigits(text);
        if (short.endsWith('…')) expect(groupDigits(text).startsWith(short.slice(0, -1))).toBe(true);
        else
          expect(short).toBe(
            groupDigits(text)
              .replace(/(\.[0-9]*?)0+$/, '$1')
              .replace(/\.$/, ''),
          );
      }),
    );
    expect(shortenDigits('27263.930901763555796249')).toBe('27,263.93…');
    expect(shortenDigits('0.000000123456789')).toBe('0.00000012345678…');
    expect(shortenDigits('123456789012.5')).toBe('123,456,789,012…');
    expect(shortenDigits('8.20')).toBe('8.2');
    expect(shortenDigits('.25')).toBe('0.25');
    expect(shortenDigits('1e999')).toBe('1e999');
  });
});

describe('isServiceAmount', () => {
  it('accepts what the service may write, and nothing that a decimal library would fail on', () => {
    for (const text of ['1', '.25', '0.10', '007']) expect(isServiceAmount(text)).toBe(true);
    for (const text of ['', '.', '1.', '-1', '1e9', 'NaN', '1,0', '9'.repeat(400)])
      expect(isServiceAmount(text)).toBe(false);
  });
});
