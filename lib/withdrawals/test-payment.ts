import { compareAmounts, subtractAmounts } from '@/lib/money/amounts';
import { REFERENCE_PATTERN } from '@/lib/withdrawals/reference';
import { fail, ok, type Result } from '@/lib/result';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const TEST_SUFFIX = '-test';

/** What stands in the way of a test, and which field of the form it is about. */
export interface TestPaymentIssue {
  path: 'testAmount' | 'fixed' | 'referenceId' | 'feeId';
  message: string;
}

/**
 * Splits a withdrawal into a small test and the remainder, which add up to it to the last digit. Only an amount can be
 * split: what a total leaves for the recipient is not known before its fee is. The remainder keeps the reference.
 */
export function splitForTest(
  whole: WithdrawalBody,
  testAmount: string,
): Result<{ test: WithdrawalBody; remainder: WithdrawalBody }, TestPaymentIssue> {
  const { amount, ref_id, fee_id } = whole;
  if (amount === undefined) {
    return fail({
      path: 'fixed',
      message: 'A test needs a fixed amount. Choose “Recipient gets exactly”, or send it without a test.',
    });
  }
  const test = parseAmount(testAmount);
  if (!test.ok) return fail({ path: 'testAmount', message: test.error });
  if (compareAmounts(test.value, amount) >= 0)
    return fail({ path: 'testAmount', message: `The test must be less than the whole ${amount}.` });
  if (fee_id !== undefined) {
    return fail({
      path: 'feeId',
      message:
        'A guaranteed fee is for one withdrawal, and a test makes two. Leave this empty, or send it without a test.',
    });
  }
  const testReference = ref_id + TEST_SUFFIX;
  if (!REFERENCE_PATTERN.test(testReference)) {
    return fail({
      path: 'referenceId',
      message: `The test gets this reference with “${TEST_SUFFIX}” after it, so it may have at most 59 characters.`,
    });
  }
  return ok({
    // Spread first, so that the members keep the order in which every body is written.
    test: { ...whole, ref_id: testReference, amount: test.value },
    remainder: { ...whole, amount: subtractAmounts(amount, test.value) },
  });
}
