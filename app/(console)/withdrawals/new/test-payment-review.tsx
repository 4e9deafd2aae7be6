import { AmountText } from '@/components/values/amount';
import { ExactWithdrawal } from '@/components/withdrawals/exact-withdrawal';
import { Panel } from '@/components/ui/panel';
import { splitForTest } from '@/lib/withdrawals/test-payment';
import { serializeWithdrawalBody, type Submission, toWithdrawalBody } from '@/lib/withdrawals/body';

/** A withdrawal that sends a small test first: exactly what goes first, and exactly what follows once that has arrived. */
export function TestPaymentReview({ submission }: { submission: Submission }) {
  const { note, addressEntry, testAmount } = submission.form;
  const whole = toWithdrawalBody(submission);
  const split = splitForTest(whole, testAmount);
  if (!split.ok) return <p role="alert">{split.error.message}</p>;
  const { test, remainder } = split.value;
  return (
    <>
      <Panel title="First, as a test">
        <ExactWithdrawal bytes={serializeWithdrawalBody(test)} note={note} addressEntry={addressEntry} />
      </Panel>
      <Panel title="Then the remainder">
        <p className="mb-3 text-sm">
          It stays locked until the test is completed and somebody confirms that the recipient has it. Both are approved
          together, as <AmountText amount={whole.amount ?? ''} asset={whole.asset} />.
        </p>
        <ExactWithdrawal bytes={serializeWithdrawalBody(remainder)} note="" />
      </Panel>
    </>
  );
}
