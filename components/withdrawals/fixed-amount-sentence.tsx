import { CircleAlert, CircleCheck } from 'lucide-react';
import { Money } from '@/components/values/money';
import type { CostCheck } from '@/lib/sends/cost';
import { describeChecks, describeOutcome } from '@/lib/sends/describe-cost';
import { explainConversion, explainFee } from '@/lib/withdrawals/explain-fixed';
import type { UsdValue } from '@/lib/money/usd-value';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

interface FixedAmountSentenceProps {
  body: Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount' | 'total' | 'fee_id'>;
  /** What the fixed value is worth. */
  value?: UsdValue | null | undefined;
}

/**
 * Says which value is fixed, the amount or the total, and what the service adds or deducts
 * (docs/specification/service-interface.md#withdrawal-request).
 */
export function FixedAmountSentence({ body, value }: FixedAmountSentenceProps) {
  const { fixed, amount, asset } = fixedValueOf(body);
  return (
    <>
      <p className="text-body">
        <span className="text-dim">{START[fixed]}</span>{' '}
        <span className="block">
          <Money amount={amount} asset={asset} value={value} size="display" />
        </span>
      </p>
      <p className="text-label text-dim">
        {explainConversion(body)}
        {explainFee(fixed, body.fee_id !== undefined)}
      </p>
    </>
  );
}

const START = {
  amount: 'The recipient gets exactly',
  total: 'The balance falls by exactly',
};

/** Says after sending what the recipient got and what it cost, and whether the amounts add up. */
export function FixedAmountAfter({
  body,
  cost,
  status,
}: {
  body: WithdrawalBody;
  cost: CostCheck;
  status: string | undefined;
}) {
  return (
    <>
      <p className="text-body [overflow-wrap:anywhere]">{describeOutcome(body, cost, status)}</p>
      <ul className="mt-1 space-y-0.5 text-body">
        {describeChecks(body, cost).map(({ isRight, text }) => (
          <li key={text} className={isRight ? 'text-dim' : 'text-warn'}>
            {isRight ? <CircleCheck aria-hidden className={MARK} /> : <CircleAlert aria-hidden className={MARK} />}
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

const MARK = 'mr-1.5 inline size-3.5 align-[-0.15em]';
