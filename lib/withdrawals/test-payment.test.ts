import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { addAmounts, compareAmounts } from '@/lib/money/amounts';
import { bundleHashInput } from '@/lib/requests/bundles/bundles';
import { splitForTest } from '@/lib/withdrawals/test-payment';
import { parseAmount } from '@/lib/money/parse-amount';
import { serializeWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

const WHOLE: WithdrawalBody = {
  ref_id: 'INV-1',
  profile_id: 'p-ops',
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  amount: '1.50',
  memo: '42',
};

const digits = (minimum: number, maximum: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: minimum, maxLength: maximum }).map((list) => list.join(''));
const amount = fc
  .tuple(digits(1, 30), digits(0, 30))
  .map(([whole, decimals]) => `${whole.replace(/^0+(?=[0-9])/, '')}${decimals === '' ? '' : `.${decimals}`}`)
  .filter((text) => parseAmount(text).ok);

describe('a test and its remainder', () => {
  it('add up to the whole to the last digit, whatever was typed, and differ from it in nothing else', () => {
    fc.assert(
      fc.property(amount, amount, (whole, test) => {
        const split = splitForTest({ ...WHOLE, amount: whole }, test);
        expect(split.ok).toBe(compareAmounts(test, whole) < 0);
        if (!split.ok) return;
        const { test: first, remainder } = split.value;
        expect(first.amount).toBe(test);
        expect(compareAmounts(addAmounts(first.amount ?? '', remainder.amount ?? ''), whole)).toBe(0);
        expect(parseAmount(remainder.amount ?? '').ok).toBe(true);
        expect(first).toEqual({ ...WHOLE, ref_id: 'INV-1-test', amount: test });
        expect(remainder).toEqual({ ...WHOLE, amount: remainder.amount });
      }),
    );
  });

  it('never throws, whatever the test amount is', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (typed) => void splitForTest(WHOLE, typed)));
  });

  it('are written with their members in the order of every body', () => {
    const split = splitForTest(WHOLE, '0.1');
    if (!split.ok) throw new Error('it must be split');
    for (const part of [split.value.test, split.value.remainder]) {
      expect(Object.keys(JSON.parse(serializeWithdrawalBody(part)) as object)).toEqual(Object.keys(WHOLE));
    }
  });
});

describe('the hash of a bundle', () => {
  it('is over the words that were signed from the first release on', () => {
    expect(bundleHashInput('test-payment', ['a', 'b'])).toBe('pair\na\nb');
    expect(bundleHashInput('batch', ['a'])).toBe('batch\na');
  });

  const hashes = fc.array(fc.stringMatching(/^[0-9a-f]{64}$/), { maxLength: 5 });
  it('is over another text for every other kind, order and number of members', () => {
    fc.assert(
      fc.property(hashes, hashes, (one, other) => {
        const isSame = one.length === other.length && one.every((hash, index) => hash === other[index]);
        expect(bundleHashInput('batch', one) === bundleHashInput('batch', other)).toBe(isSame);
        expect(bundleHashInput('test-payment', one)).not.toBe(bundleHashInput('batch', other));
      }),
    );
  });
});
