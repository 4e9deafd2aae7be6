import { addAmounts, type Amount, compareAmounts, exceedsTimes } from '@/lib/money/amounts';
import { describeTypicalFee } from '@/lib/sends/describe-cost';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { isServiceAmount, writeAmount } from '@/lib/money/format-amount';
import type { TypicalFee, CostCheck } from '@/lib/sends/cost';
import { TheService } from '@/lib/text/service-name';

/** Withdrawals needed before their fees count as typical. */
const MIN_SAMPLES = 20;
/** One fee in ten exceeds the 90th percentile, which is no alarm; a fee above twice that is not merely high. */
const ALARM_TIMES_P90 = 2;

/**
 * Checks the cost of a transfer against the request and the typical fee. For a withdrawal, total is amount plus fee:
 * docs/specification/service-interface.md#transfer-record.
 */
export function checkCost(body: WithdrawalBody, transfer: Transfer, typicalFee: TypicalFee | null): CostCheck {
  const [amount, fee, total] = [toAmount(transfer.amount), toAmount(transfer.fee), toAmount(transfer.total)];
  const typical = knownTypicalFee(typicalFee);
  const sum = checkSum(amount, fee, total);
  const feeIs = compareFee(fee, typical);
  const show = (value: Amount | null) => formatWithAsset(value, body);
  const faults = [
    sum === 'wrong' &&
      `${TheService()} reported a total of ${show(total)}, ` +
        `which is not the amount of ${show(amount)} plus the fee of ${show(fee)}.`,
    findDifferentValue(body, transfer),
    feeIs === 'unheard-of' &&
      typical &&
      `The fee of ${show(fee)} is far too high: ${describeTypicalFee(typical, body.asset)}.`,
  ].filter((fault) => typeof fault === 'string');
  return { amount, fee, total, usual: typical, sum, feeIs, faults };
}

/** Gives a typical fee of enough withdrawals; null for one of fewer. */
export function knownTypicalFee(fee: TypicalFee | null): TypicalFee | null {
  return fee !== null && fee.samples >= MIN_SAMPLES ? fee : null;
}

function checkSum(amount: Amount | null, fee: Amount | null, total: Amount | null): CostCheck['sum'] {
  if (amount === null || fee === null || total === null) return 'unchecked';
  return compareAmounts(addAmounts(amount, fee), total) === 0 ? 'right' : 'wrong';
}

function compareFee(fee: Amount | null, typical: TypicalFee | null): CostCheck['feeIs'] {
  if (fee === null || typical === null) return 'unchecked';
  if (exceedsTimes(fee, ALARM_TIMES_P90, typical.p90)) return 'unheard-of';
  return compareAmounts(fee, typical.p90) > 0 ? 'high' : 'usual';
}

// The amount or total that the request fixed must come back equal by value, however many zeros it ends with.
function findDifferentValue(body: WithdrawalBody, transfer: Transfer): string | undefined {
  const name = body.amount === undefined ? 'total' : 'amount';
  const [requested, reported] = [body[name] ?? '', toAmount(transfer[name])];
  if (reported === null || compareAmounts(requested, reported) === 0) return undefined;
  const [found, expected] = [formatWithAsset(reported, body), formatWithAsset(requested, body)];
  return `${TheService()} reported ${found} as the ${name}; exactly ${expected} was requested.`;
}

function toAmount(text: string | undefined): Amount | null {
  return text !== undefined && isServiceAmount(text) ? text : null;
}

function formatWithAsset(amount: Amount | null, { asset }: WithdrawalBody): string {
  return writeAmount(amount ?? '', asset);
}
