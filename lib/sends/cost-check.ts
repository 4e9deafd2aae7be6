import { addAmounts, type Amount, compareAmounts, exceedsTimes } from '@/lib/money/amounts';
import { describeTypicalFee } from '@/lib/sends/describe-cost';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { groupDigits, isServiceAmount } from '@/lib/money/format-amount';
import type { TypicalFee, CostCheck } from '@/lib/sends/cost';

/** With fewer withdrawals, nothing is said about what the fee usually is. */
const FEWEST_FEES = 20;
/** One of ten costs more than the 90th percentile, which is no alarm; nothing that is only dear costs twice that. */
const TIMES_P90 = 2;

/** Checks what a transfer of ours cost against what was asked for and what is usual (section 2.2, total: amount plus fee for withdrawals). */
export function checkCost(body: WithdrawalBody, transfer: Transfer, usual: TypicalFee | null): CostCheck {
  const [amount, fee, total] = [readable(transfer.amount), readable(transfer.fee), readable(transfer.total)];
  const learned = usual !== null && usual.samples >= FEWEST_FEES ? usual : null;
  const sum =
    amount === null || fee === null || total === null
      ? 'unchecked'
      : compareAmounts(addAmounts(amount, fee), total) === 0
        ? 'right'
        : 'wrong';
  const feeIs = compareFee(fee, learned);
  const faults = [
    sum === 'wrong' &&
      `The service’s total of ${say(total, body)} is not the amount of ${say(amount, body)} and the fee of ${say(fee, body)} together.`,
    findOtherValue(body, transfer),
    feeIs === 'unheard-of' &&
      learned &&
      `The fee of ${say(fee, body)} is unheard of: ${describeTypicalFee(learned, body.asset)}.`,
  ].filter((fault) => typeof fault === 'string');
  return { amount, fee, total, usual: learned, sum, feeIs, faults };
}

function compareFee(fee: Amount | null, usual: TypicalFee | null): CostCheck['feeIs'] {
  if (fee === null || usual === null) return 'unchecked';
  if (exceedsTimes(fee, TIMES_P90, usual.p90)) return 'unheard-of';
  return compareAmounts(fee, usual.p90) > 0 ? 'high' : 'usual';
}

// What was fixed must be what was asked for, however many zeros it ends with.
function findOtherValue(body: WithdrawalBody, transfer: Transfer): string | undefined {
  const name = body.amount === undefined ? 'total' : 'amount';
  const [asked, said] = [body[name] ?? '', readable(transfer[name])];
  if (said === null || compareAmounts(asked, said) === 0) return undefined;
  return `The service’s ${name} is ${say(said, body)}, where exactly ${say(asked, body)} was asked for.`;
}

function readable(text: string | undefined): Amount | null {
  return text !== undefined && isServiceAmount(text) ? text : null;
}

function say(amount: Amount | null, { asset }: WithdrawalBody): string {
  return `${groupDigits(amount ?? '')} ${asset}`;
}
