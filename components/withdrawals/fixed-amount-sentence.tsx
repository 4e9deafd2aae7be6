import { CircleAlert, CircleCheck } from 'lucide-react';
import { AmountText } from '@/components/values/amount';
import type { CostCheck } from '@/lib/sends/cost';
import { describeChecks, describeOutcome } from '@/lib/sends/describe-cost';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

interface FixedAmountSentenceProps {
  fixed: 'amount' | 'total';
  amount: string;
  asset: string;
  /** Whether the service's own record of it stands beside. */
  hasTransfer?: boolean;
}

/** What is fixed, and what the service adds or takes (section 4.1, rule 3). */
export function FixedAmountSentence({ fixed, amount, asset, hasTransfer = false }: FixedAmountSentenceProps) {
  return (
    <>
      <p className="text-base">
        {START[fixed][hasTransfer ? 'asked' : 'ahead']}
        <strong>
          <AmountText amount={amount} asset={asset} />
        </strong>
        .
      </p>
      <p className="mt-1 text-sm text-dim">
        {hasTransfer ? 'The fee and the total stand with the transfer at the service, beside this.' : FEE[fixed]}
      </p>
    </>
  );
}

const START = {
  amount: { ahead: 'The recipient gets exactly ', asked: 'Asked for: the recipient gets exactly ' },
  total: { ahead: 'The balance falls by exactly ', asked: 'Asked for: the balance falls by exactly ' },
};

const FEE = {
  amount: 'The fee comes on top and is set by the service when it is sent.',
  total: 'The fee is taken from it, so the recipient gets less; the service sets it when it is sent.',
};

/** The same after it was sent: what came of what was fixed, and whether it adds up. */
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
      <p className="text-base [overflow-wrap:anywhere]">{describeOutcome(body, cost, status)}</p>
      <ul className="mt-1 space-y-0.5 text-sm">
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
