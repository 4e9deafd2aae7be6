import { Money } from '@/components/values/money';
import { ExactWithdrawal } from '@/components/withdrawals/exact-withdrawal';
import { splitForTest } from '@/lib/withdrawals/test-payment';
import type { BeneficiaryMode } from '@/lib/withdrawals/beneficiary-form';
import type { UsdValue } from '@/lib/money/usd-value';
import { serializeWithdrawalBody, type Submission, toWithdrawalBody } from '@/lib/withdrawals/body';

export interface ReviewedPaymentProps {
  submission: Submission;
  beneficiaryMode: BeneficiaryMode;
  /** What the whole payment is worth; undefined until it is known. */
  value: UsdValue | null | undefined;
  /** The recipient's name in the address book; null for none. */
  recipientName: string | null;
}

/** Review of a withdrawal with a test payment: the exact test payment, and the exact remainder. */
export function TestPaymentReview({ submission, beneficiaryMode, value, recipientName }: ReviewedPaymentProps) {
  const { note, testAmount } = submission.form;
  const whole = toWithdrawalBody(submission, beneficiaryMode);
  const split = splitForTest(whole, testAmount);
  if (!split.ok) return <p role="alert">{split.error.message}</p>;
  const { test, remainder } = split.value;
  return (
    <>
      <section aria-label="Test payment">
        <h3 className="mb-2 text-heading font-semibold">Test payment, sent first</h3>
        <ExactWithdrawal bytes={serializeWithdrawalBody(test)} note={note} recipientName={recipientName} />
      </section>
      <section aria-label="Remainder">
        <h3 className="mb-2 text-heading font-semibold">Remainder</h3>
        <p className="mb-3 text-body">
          The remainder stays locked until the test payment is completed and someone confirms that the recipient has it.
          Both payments are approved together, as{' '}
          <Money amount={whole.amount ?? ''} asset={whole.asset} value={value} />.
        </p>
        <ExactWithdrawal bytes={serializeWithdrawalBody(remainder)} note="" recipientName={recipientName} />
      </section>
    </>
  );
}
