import { CircleAlert, CircleCheck } from 'lucide-react';
import { AmountText } from '@/components/amount';
import type { CostCheck } from '@/lib/cost';
import { describeChecks, describeOutcome } from '@/lib/cost-words';
import type { WithdrawalBody } from '@/lib/withdrawals';

/** What is fixed, and what the service adds or takes (section 4.1, rule 3). */
export function FixedAmountSentence({ fixed, amount, asset }: { fixed: 'amount' | 'total'; amount: string; asset: string }) {
  return (
    <>
      <p className="text-base">
        {fixed === 'amount' ? 'The recipient gets exactly ' : 'The balance falls by exactly '}
        <strong>
          <AmountText amount={amount} asset={asset} />
        </strong>
        .
      </p>
      <p className="mt-1 text-sm text-dim">
        {fixed === 'amount'
          ? 'The fee comes on top and is set by the service when it is sent.'
          : 'The fee is taken from it, so the recipient gets less; the service sets it when it is sent.'}
      </p>
    </>
  );
}

/** The same after it was sent: what came of what was fixed, and whether it adds up. */
export function FixedAmountAfter({ body, cost, status }: { body: WithdrawalBody; cost: CostCheck; status: string | undefined }) {
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
