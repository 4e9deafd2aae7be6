import { compareAmounts, subtractAmounts } from '@/lib/money/amounts';
import { REFERENCE_PATTERN } from '@/lib/withdrawals/reference';
import { fail, ok, type Result } from '@/lib/result';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const TEST_SUFFIX = '-test';

/** Reason why a withdrawal cannot have a test payment, by the field of the form concerned. */
export interface TestPaymentIssue {
  path: 'testAmount' | 'fixed' | 'referenceId' | 'feeId';
  message: string;
}

/**
 * Splits a withdrawal into a test payment and the remainder, which add up to the withdrawal to the last digit. Splits
 * only an amount, since the amount within a total is unknown until the fee is. The remainder keeps the reference.
 */
export function splitForTest(
  whole: WithdrawalBody,
  testAmount: string,
): Result<{ test: WithdrawalBody; remainder: WithdrawalBody }, TestPaymentIssue> {
  const { amount, ref_id, fee_id } = whole;
  if (amount === undefined) {
    return fail({
      path: 'fixed',
      message: 'A test payment needs a fixed amount. Choose “Recipient gets exactly”, or remove the test payment.',
    });
  }
  const test = parseAmount(testAmount);
  if (!test.ok) return fail({ path: 'testAmount', message: test.error });
  if (compareAmounts(test.value, amount) >= 0)
    return fail({ path: 'testAmount', message: `The test amount must be less than the whole amount, ${amount}.` });
  if (fee_id !== undefined) {
    return fail({
      path: 'feeId',
      message:
        'A guaranteed fee covers one withdrawal, and a test payment makes two. ' +
        'Leave this field empty, or remove the test payment.',
    });
  }
  const testReference = ref_id + TEST_SUFFIX;
  if (!REFERENCE_PATTERN.test(testReference)) {
    return fail({
      path: 'referenceId',
      message: `The reference of the test payment adds “${TEST_SUFFIX}” to this one. Use at most 59 characters.`,
    });
  }
  return ok({
    // Spread first, so that the members keep the order in which every body is written.
    test: { ...whole, ref_id: testReference, amount: test.value },
    remainder: { ...whole, amount: subtractAmounts(amount, test.value) },
  });
}
