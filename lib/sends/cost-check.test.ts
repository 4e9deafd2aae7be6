import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAmounts, subtractAmounts } from '@/lib/money/amounts';
import type { TypicalFee } from '@/lib/sends/cost';
import { checkCost } from '@/lib/sends/cost-check';
import { describeChecks, describeOutcome } from '@/lib/sends/describe-cost';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const BASE = { ref_id: 'r', profile_id: 'p', asset: 'ETH', crypto_network: 'ETHEREUM', destination_address: '0x' };
const fixedAmount: WithdrawalBody = { ...BASE, amount: '1.5' };
const fixedTotal: WithdrawalBody = { ...BASE, total: '1.5012' };
const transfer = (change: Partial<Transfer> = {}): Transfer => ({
  id: 't',
  flaws: [],
  raw: {},
  amount: '1.5',
  fee: '0.0012',
  total: '1.5012',
  status: 'COMPLETED',
  ...change,
});
const TYPICAL: TypicalFee = { samples: 812, median: '0.001', p90: '0.0012' };

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
/** Amounts as the service may write them: `.25`, with leading and trailing zeros. */
const written = fc.oneof(
  digits(1, 20),
  fc.tuple(digits(0, 20), digits(1, 20)).map((parts) => parts.join('.')),
);

describe('checkCost', () => {
  it('compares the total with amount plus fee, to the last digit and however they are written', () => {
    fc.assert(
      fc.property(
        written,
        written,
        digits(0, 3).map((text) => text.replace(/[^0]/g, '0')),
        (amount, fee, zeros) => {
          const sum = addAmounts(amount, fee);
          const total = sum.includes('.') ? sum + zeros : `${zeros}${sum}`;
          const body = { ...BASE, amount } as WithdrawalBody;
          expect(checkCost(body, transfer({ amount, fee, total }), null)).toMatchObject({ sum: 'right', faults: [] });
          const off = addAmounts(total, '0.000000000000000000000000000001');
          expect(checkCost(body, transfer({ amount, fee, total: off }), null)).toMatchObject({
            sum: 'wrong',
            faults: [expect.stringContaining('plus the fee')],
          });
          expect(checkCost({ ...BASE, total: off }, transfer({ amount, fee, total }), null).faults).toEqual([
            expect.stringContaining('was requested'),
          ]);
        },
      ),
    );
  });

  it('checks nothing, and raises no alarm, where the service gave no numbers', () => {
    for (const change of [{ fee: undefined }, { fee: '' }, { total: '1e3' }, { amount: '-1' }]) {
      const checked = checkCost(fixedTotal, transfer({ ...change } as Partial<Transfer>), TYPICAL);
      expect(checked).toMatchObject({ sum: 'unchecked' });
      expect(describeChecks(fixedTotal, checked)).toContainEqual({
        isRight: false,
        text: expect.stringContaining('Not checked'),
      });
    }
  });

  it('compares the fixed amount or total by value', () => {
    expect(checkCost(fixedAmount, transfer({ amount: '1.500' }), TYPICAL).faults).toEqual([]);
    expect(checkCost(fixedAmount, transfer({ amount: '1.6', total: '1.6012' }), TYPICAL).faults).toEqual([
      'The service reported 1.6 ETH as the amount; exactly 1.5 ETH was requested.',
    ]);
    expect(checkCost(fixedTotal, transfer({ amount: '1.6', total: '1.6012' }), TYPICAL).faults).toEqual([
      'The service reported 1.6012 ETH as the total; exactly 1.5012 ETH was requested.',
    ]);
  });

  it.each([
    ['0.0012', 'usual', 0],
    ['0.00120000', 'usual', 0],
    ['0.0013', 'high', 0],
    ['0.0024', 'high', 0],
    ['0.002400000000000001', 'unheard-of', 1],
    ['.5', 'unheard-of', 1],
  ])('says of a fee of %s: %s', (fee, feeIs, faults) => {
    const checked = checkCost(fixedAmount, transfer({ fee, total: addAmounts('1.5', fee) }), TYPICAL);
    expect(checked).toMatchObject({ sum: 'right', feeIs });
    expect(checked.faults).toHaveLength(faults);
  });

  it('does not compare the fee where too few are known', () => {
    for (const typical of [null, { ...TYPICAL, samples: 19 }]) {
      const checked = checkCost(fixedAmount, transfer({ fee: '9', total: '10.5' }), typical);
      expect(checked).toMatchObject({ feeIs: 'unchecked', faults: [] });
      expect(describeChecks(fixedAmount, checked)).toContainEqual({
        isRight: false,
        text: expect.stringContaining('too few completed withdrawals of ETH on Ethereum'),
      });
    }
  });
});

describe('the cost in sentences', () => {
  it('has the decimals that the page shows of the asset', () => {
    const body = { ...fixedAmount, asset: 'USDC', amount: '3315.6' };
    const cost = checkCost(body, transfer({ amount: '3315.6', fee: '0.02', total: '3315.62' }), null);
    expect(describeOutcome(body, cost, 'COMPLETED')).toContain('got exactly 3,315.60 USDC.');
  });

  it.each([
    [
      fixedAmount,
      'COMPLETED',
      'The recipient got exactly 1.5 ETH. The fee was 0.0012 ETH, so the balance fell by 1.5012 ETH.',
    ],
    [
      fixedTotal,
      'COMPLETED',
      'The balance fell by exactly 1.5012 ETH. The fee was 0.0012 ETH, so the recipient got 1.5 ETH.',
    ],
    [
      fixedAmount,
      'PENDING',
      'The recipient gets exactly 1.5 ETH. The fee is 0.0012 ETH, so the balance falls by 1.5012 ETH.',
    ],
    [
      fixedAmount,
      'FAILED',
      'The withdrawal failed. The recipient gets nothing, and the service returns 1.5012 ETH to the balance.',
    ],
  ])('say what the recipient got and what it cost: %#', (body, status, sentence) => {
    expect(describeOutcome(body, checkCost(body, transfer(), TYPICAL), status)).toBe(sentence);
  });

  it('never say “checked” of a wrong cost', () => {
    const wrong = fc.record({ amount: written, fee: written, total: written });
    fc.assert(
      fc.property(wrong, ({ amount, fee, total }) => {
        const checked = checkCost(fixedAmount, transfer({ amount, fee, total }), TYPICAL);
        const isRight =
          Number(subtractAmounts(addAmounts(amount, fee), total)) === 0 && Number(subtractAmounts(amount, '1.5')) === 0;
        expect(describeChecks(fixedAmount, checked).some(({ text }) => text.startsWith('Checked'))).toBe(isRight);
      }),
    );
    expect(
      describeChecks(fixedAmount, checkCost(fixedAmount, transfer(), TYPICAL)).map(({ isRight }) => isRight),
    ).toEqual([true, true]);
  });
});
