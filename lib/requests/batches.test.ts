import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAmounts } from '@/lib/money/amounts';
import { listObjections, splitObjections, sumByAsset, totalsBlockReason } from '@/lib/requests/batches';
import { SIGNAL_IDS } from '@/lib/risk/signals';

const items = [
  { asset: 'ETH', amount: '0.1' },
  { asset: 'BTC', total: '1' },
  { asset: 'ETH', amount: '0.20' },
] as const;

describe('the totals of a batch', () => {
  it('are exact, one for each asset, in the order of their first item', () => {
    expect(sumByAsset(items)).toEqual([
      { asset: 'ETH', total: '0.3', count: 2 },
      { asset: 'BTC', total: '1', count: 1 },
    ]);
    expect(sumByAsset([])).toEqual([]);
  });

  it.each<[Record<string, string>, string | undefined]>([
    [{ ETH: '0.3', BTC: '1' }, undefined],
    [{ ETH: '0.30', BTC: ' 1.0 ' }, undefined],
    [{ ETH: '0.3' }, 'Type in the total of BTC'],
    [{ ETH: '0.3', BTC: '' }, 'Type in the total of BTC'],
    [{ ETH: '0.31', BTC: '1' }, 'You typed 0.31 ETH, and the items come to 0.3 ETH'],
    [{ ETH: '0,3', BTC: '1' }, 'The total of ETH: '],
    [{ ETH: '0.3', BTC: '1', SOL: '5' }, 'No item is in SOL'],
    [{}, 'Type in the total of ETH'],
  ])('are typed in exactly: %j', (typed, reason) => {
    const answer = totalsBlockReason(sumByAsset(items), typed);
    if (reason === undefined) expect(answer).toBeUndefined();
    else expect(answer).toContain(reason);
  });

  it('are those of the items and of nothing else, whatever was typed', () => {
    const value = fc.stringMatching(/^[1-9][0-9]{0,6}(?:\.[0-9]{1,6})?$/);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), value, (values, extra) => {
        const totals = sumByAsset(values.map((amount) => ({ asset: 'ETH', amount })));
        const sum = values.reduce((total, amount) => addAmounts(total, amount), '0');
        expect(totalsBlockReason(totals, { ETH: sum })).toBeUndefined();
        expect(totalsBlockReason(totals, { ETH: addAmounts(sum, extra) })).toContain('You typed');
      }),
    );
  });
});

const waits = (...against: string[]) => ({ isWaiting: true, against });

describe('what stands against approving an item with the whole', () => {
  it('is nothing for a known recipient within what is usual, where the policy allows it', () => {
    expect(listObjections({ signals: [], isAllowed: true })).toEqual([]);
    expect(listObjections({ signals: ['not-in-book', 'open-requests'], isAllowed: true })).toEqual([]);
    // Two people put them into the book.
    expect(listObjections({ signals: ['new-recipient'], isAllowed: true })).toEqual([]);
  });

  it('is said once where it stands against each of several that wait', () => {
    const { all, own } = splitObjections([waits('policy', 'new'), { isWaiting: false, against: [] }, waits('policy')]);
    expect(all).toEqual(['policy']);
    expect(own(waits('policy', 'new'))).toEqual(['new']);
    expect(splitObjections([waits('policy'), waits()]).all).toEqual([]);
    // One that is alone says it itself.
    expect(splitObjections([waits('policy')]).all).toEqual([]);
    expect(splitObjections([]).all).toEqual([]);
  });

  it.each([
    ['new-recipient', 'not-in-book'],
    ['amount-unusual'],
    ['look-alike'],
    ['repeated-within-a-day'],
    ['memo-missing'],
    ['memo-changed'],
    ['profile-not-allowed'],
    ['check-unavailable'],
  ])('is said in a sentence: %s', (...signals) => {
    expect(listObjections({ signals, isAllowed: true })).toEqual([expect.stringMatching(/^[A-Z].*\.$/)]);
  });

  it('is the policy wherever it does not allow it', () => {
    fc.assert(
      fc.property(fc.subarray(SIGNAL_IDS), (signals) => {
        const against = listObjections({ signals, isAllowed: false });
        expect(against.at(-1)).toContain('policy');
        expect(against.slice(0, -1)).toEqual(listObjections({ signals, isAllowed: true }));
      }),
    );
  });
});
