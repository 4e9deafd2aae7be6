import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAmounts } from '@/lib/money/amounts';
import { sumByAsset } from '@/lib/requests/bundles/batches';
import { explainAmountEntry, totalsBlockReason } from '@/lib/requests/bundles/entered-totals';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

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
    [{ ETH: '0.3' }, 'Enter the total in BTC'],
    [{ ETH: '0.3', BTC: '' }, 'Enter the total in BTC'],
    [{ ETH: '0.31', BTC: '1' }, 'You entered 0.31 ETH, which is not the total.'],
    [{ ETH: '0,3', BTC: '1' }, 'Total in ETH: '],
    [{ ETH: '0.3', BTC: '1', SOL: '5' }, 'No payment here is in SOL'],
    [{}, 'Enter the total in ETH'],
  ])('must be entered exactly: %j', (entered, reason) => {
    const answer = totalsBlockReason(sumByAsset(items), entered);
    if (reason === undefined) expect(answer).toBeUndefined();
    else expect(answer).toContain(reason);
  });

  it('may be entered as they are printed', () => {
    const large = [{ asset: 'USDC', total: '69400', count: 39 }];
    expect(totalsBlockReason(large, { USDC: '69,400' })).toBeUndefined();
    expect(totalsBlockReason(large, { USDC: '69,401' })).toContain('can be read as');
  });

  it('match the items and nothing else, whatever is entered', () => {
    const value = fc.stringMatching(/^[1-9][0-9]{0,6}(?:\.[0-9]{1,6})?$/);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), value, (values, extra) => {
        const totals = sumByAsset(values.map((amount) => ({ asset: 'ETH', amount })));
        const sum = values.reduce((total, amount) => addAmounts(total, amount), '0');
        expect(totalsBlockReason(totals, { ETH: sum })).toBeUndefined();
        expect(totalsBlockReason(totals, { ETH: addAmounts(sum, extra) })).toContain('You entered');
      }),
    );
  });
});

const part = (amount: string, isAmountAsked = false) => ({
  body: { asset: 'ETH', amount } as WithdrawalBody,
  checks: { card: { lines: [{ id: 'amount', isAmountAsked }], signals: [] } } as unknown as RecipientChecks,
});
const pair = [part('0.01'), part('49.99', true)];

describe('an amount far above what was paid', () => {
  it('asks for the sum of a test payment and its remainder where either is far above what was paid', () => {
    expect(explainAmountEntry(pair, {})).toMatch(/^Enter the total in ETH\./);
    expect(explainAmountEntry(pair, { ETH: '49.99' })).toMatch(/^You entered 49\.99 ETH, which is not the total\./);
    expect(explainAmountEntry(pair, { ETH: '50' })).toBeUndefined();
  });

  it('asks for nothing of a usual amount, or where nothing was checked, and refuses another that is entered', () => {
    expect(explainAmountEntry([part('1')], {})).toBeUndefined();
    expect(explainAmountEntry([{ ...part('1'), checks: null }], {})).toBeUndefined();
    expect(explainAmountEntry([part('1')], { ETH: '10' })).toMatch(/which is not the amount/);
  });
});
