import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAmongItems } from '@/lib/requests/bundles/among-items';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7';
const bodyOf = (address: string, amount = '3', network = 'ETHEREUM') =>
  ({ asset: 'USDC', amount, crypto_network: network, destination_address: address }) as unknown as WithdrawalBody;
const judge = (...bodies: WithdrawalBody[]) => judgeKnown([], ...bodies);
/** What is found where the recipients at these positions are known. */
const judgeKnown = (known: readonly number[], ...bodies: WithdrawalBody[]) => {
  const among = findAmongItems(bodies.map((body, position) => ({ position, body })));
  return bodies.map((_body, at) => among(at, (position) => known.includes(position)).map(({ text }) => text));
};
const differing = (at: number, by = '1') => `${ADDRESS.slice(0, at)}${by}${ADDRESS.slice(at + 1)}`;
const other = (digit: string) => `0x${digit.repeat(40)}`;

describe('what is found beside the other items of a batch', () => {
  it('names the items whose address resembles that of one, on any network of its kind', () => {
    expect(judge(bodyOf(ADDRESS), bodyOf(other('1')), bodyOf(differing(20), '3', 'BASE'))).toEqual([
      ['The address closely resembles that of row 3.'],
      [],
      ['The address closely resembles that of row 1.'],
    ]);
    const many = judge(...[20, 21, 22, 23, 24].map((at) => bodyOf(differing(at))));
    expect(many[0]).toEqual([expect.stringMatching(/^The address closely resembles that of rows \d, \d and \d\.$/)]);
  });

  it('of two addresses names the one that is not known, and both where both or none are', () => {
    const pair = [bodyOf(ADDRESS), bodyOf(other('1')), bodyOf(differing(20))] as const;
    const [first, second] = ['row 1', 'row 3'].map((row) => `The address closely resembles that of ${row}.`);
    expect(judgeKnown([0], ...pair)).toEqual([[], [], [first]]);
    expect(judgeKnown([2], ...pair)).toEqual([[second], [], []]);
    expect(judgeKnown([0, 2], ...pair)).toEqual([[second], [], [first]]);
    // A known one is named before others, however many there are.
    const many = [...'23456789'].map((digit) => bodyOf(differing(20, digit)));
    expect(judgeKnown([9], bodyOf(ADDRESS), ...many, bodyOf(differing(30)))[0]?.[0]).toMatch(/rows \d, \d and 10\.$/);
  });

  it('counts an address as known for all rows that go to it', () => {
    expect(judgeKnown([1], bodyOf(ADDRESS), bodyOf(ADDRESS), bodyOf(differing(20)))).toEqual([
      [],
      [],
      ['The address closely resembles that of rows 1 and 2.'],
    ]);
  });

  it('names no address that is the same, in whatever case', () => {
    expect(judge(bodyOf(ADDRESS), bodyOf(ADDRESS), bodyOf(ADDRESS.toUpperCase().replace('0X', '0x')))).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('finds any single character that differs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 41 }), fc.constantFrom(...'0123456789abcdef'), (at, digit) => {
        const changed = differing(at, digit);
        const [found] = judge(bodyOf(ADDRESS), bodyOf(changed));
        expect(found).toHaveLength(changed === ADDRESS ? 0 : 1);
      }),
    );
  });

  it('says how many times the median an amount is that is far above it', () => {
    const usual = [...'12345678'].map((digit) => bodyOf(other(digit)));
    expect(judge(...usual, bodyOf(other('9'), '125')).at(-1)).toEqual(['41 times the median of the batch.']);
    expect(judge(...usual, bodyOf(other('9'), '21')).flat()).toEqual([]);
    // A digit too many, meant to be a little below the median.
    expect(judge(...usual, bodyOf(other('9'), '28')).at(-1)).toEqual([
      '9 times the median of the batch. Is a decimal point missing?',
    ]);
  });
});
