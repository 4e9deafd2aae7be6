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
const USUAL: TypicalFee = { samples: 812, median: '0.001', p90: '0.0012' };

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
/** As the service may write them: `.25`, zeros in front and behind. */
const written = fc.oneof(
  digits(1, 20),
  fc.tuple(digits(0, 20), digits(1, 20)).map((parts) => parts.join('.')),
);

describe('what a withdrawal cost', () => {
  it('is right where total is amount plus fee, to the last digit and however it is written', () => {
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
            faults: [expect.stringContaining('together')],
          });
          expect(checkCost({ ...BASE, total: off }, transfer({ amount, fee, total }), null).faults).toEqual([
            expect.stringContaining('was asked for'),
          ]);
        },
      ),
    );
  });

  it('is not checked, and raises nothing, where the service wrote no numbers', () => {
    for (const change of [{ fee: undefined }, { fee: '' }, { total: '1e3' }, { amount: '-1' }]) {
      const checked = checkCost(fixedTotal, transfer({ ...change } as Partial<Transfer>), USUAL);
      expect(checked).toMatchObject({ sum: 'unchecked' });
      expect(describeChecks(fixedTotal, checked)).toContainEqual({
        isRight: false,
        text: expect.stringContaining('Not checked'),
      });
    }
  });

  it('has another value than was fixed only where it differs as a number', () => {
    expect(checkCost(fixedAmount, transfer({ amount: '1.500' }), USUAL).faults).toEqual([]);
    expect(checkCost(fixedAmount, transfer({ amount: '1.6', total: '1.6012' }), USUAL).faults).toEqual([
      'The service’s amount is 1.6 ETH, where exactly 1.5 ETH was asked for.',
    ]);
    expect(checkCost(fixedTotal, transfer({ amount: '1.6', total: '1.6012' }), USUAL).faults).toEqual([
      'The service’s total is 1.6012 ETH, where exactly 1.5012 ETH was asked for.',
    ]);
  });

  it.each([
    ['0.0012', 'usual', 0],
    ['0.00120000', 'usual', 0],
    ['0.0013', 'high', 0],
    ['0.0024', 'high', 0],
    ['0.002400000000000001', 'unheard-of', 1],
    ['.5', 'unheard-of', 1],
  ])('with a fee of %s is %s', (fee, feeIs, faults) => {
    const checked = checkCost(fixedAmount, transfer({ fee, total: addAmounts('1.5', fee) }), USUAL);
    expect(checked).toMatchObject({ sum: 'right', feeIs });
    expect(checked.faults).toHaveLength(faults);
  });

  it('says nothing of the fee where too few are known', () => {
    for (const usual of [null, { ...USUAL, samples: 19 }]) {
      const checked = checkCost(fixedAmount, transfer({ fee: '9', total: '10.5' }), usual);
      expect(checked).toMatchObject({ feeIs: 'unchecked', faults: [] });
      expect(describeChecks(fixedAmount, checked)).toContainEqual({
        isRight: false,
        text: expect.stringContaining('too few withdrawals of ETH on Ethereum'),
      });
    }
  });
});

describe('in words', () => {
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
    [fixedAmount, 'FAILED', 'It failed, so the recipient gets nothing and the service gives back 1.5012 ETH.'],
  ])('says what came of it: %#', (body, status, sentence) => {
    expect(describeOutcome(body, checkCost(body, transfer(), USUAL), status)).toBe(sentence);
  });

  it('never says “checked” of what is wrong', () => {
    const wrong = fc.record({ amount: written, fee: written, total: written });
    fc.assert(
      fc.property(wrong, ({ amount, fee, total }) => {
        const checked = checkCost(fixedAmount, transfer({ amount, fee, total }), USUAL);
        const isRight =
          Number(subtractAmounts(addAmounts(amount, fee), total)) === 0 && Number(subtractAmounts(amount, '1.5')) === 0;
        expect(describeChecks(fixedAmount, checked).some(({ text }) => text.startsWith('Checked'))).toBe(isRight);
      }),
    );
    expect(
      describeChecks(fixedAmount, checkCost(fixedAmount, transfer(), USUAL)).map(({ isRight }) => isRight),
    ).toEqual([true, true]);
  });
});
