import type { CostCheck, TypicalFee } from '@/lib/sends/cost';
import { networkLabel } from '@/lib/networks/networks';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { groupDigits, writeAmount } from '@/lib/money/format-amount';
import { theService } from '@/lib/text/service-name';

// Separate from the calculation, so that a page which only shows a stored cost check loads no decimal library.

/** One sentence about a checked cost. `isRight` is false where someone should look. */
interface CheckSentence {
  isRight: boolean;
  text: string;
}

/**
 * Describes a typical fee, such as “usually 0.001 ETH, 9 of 10 at most 0.0012 ETH (last 812 completed withdrawals)”.
 */
export function describeTypicalFee({ samples, median, p90 }: TypicalFee, asset: string): string {
  const count = groupDigits(String(samples));
  const range = `usually ${writeAmount(median, asset)}, 9 of 10 at most ${writeAmount(p90, asset)}`;
  return `${range} (last ${count} completed withdrawals)`;
}

/** Says what the recipient gets, what the fee is and by how much the balance falls; `status` is the transfer's. */
export function describeOutcome(
  body: WithdrawalBody,
  { amount, fee, total }: CostCheck,
  status: string | undefined,
): string {
  const [gets, cost] = [formatCost(amount, body.asset), formatCost(fee, body.asset)];
  const falls = formatCost(total, body.balance_asset ?? body.asset);
  if (status === 'FAILED')
    return `The withdrawal failed. The recipient gets nothing, and ${theService()} returns ${falls} to the balance.`;
  const isOver = status === 'COMPLETED';
  const [get, is, fall] = isOver ? ['got', 'was', 'fell'] : ['gets', 'is', 'falls'];
  if (body.amount !== undefined)
    return `The recipient ${get} exactly ${gets}. The fee ${is} ${cost}, so the balance ${fall} by ${falls}.`;
  return `The balance ${fall} by exactly ${falls}. The fee ${is} ${cost}, so the recipient ${get} ${gets}.`;
}

function formatCost(value: string | null, asset: string): string {
  return value === null ? 'an unreadable amount' : writeAmount(value, asset);
}

/** Lists the results of a cost check as sentences, the sum first, the fee last. */
export function describeChecks(body: WithdrawalBody, { sum, feeIs, usual, faults }: CostCheck): CheckSentence[] {
  const fixed = body.amount === undefined ? 'total' : 'amount';
  const isAsRequested = sum === 'right' && faults.length === (feeIs === 'unheard-of' ? 1 : 0);
  return [
    ...(isAsRequested
      ? [
          {
            isRight: true,
            text: `Checked: the total is exactly amount plus fee, and the ${fixed} is exactly as requested.`,
          },
        ]
      : []),
    ...(sum === 'unchecked'
      ? [{ isRight: false, text: `Not checked: ${theService()} did not give amount, fee and total as numbers.` }]
      : []),
    ...faults.map((text) => ({ isRight: false, text })),
    ...describeFee(body, feeIs, usual),
  ];
}

function describeFee(
  { asset, crypto_network }: WithdrawalBody,
  feeIs: CostCheck['feeIs'],
  typical: TypicalFee | null,
): CheckSentence[] {
  if (feeIs === 'unheard-of') return [];
  if (feeIs === 'unchecked' || typical === null) {
    const place = `${asset} on ${networkLabel(crypto_network)}`;
    return [{ isRight: false, text: `Fee not compared: too few completed withdrawals of ${place}.` }];
  }
  if (feeIs === 'high')
    return [
      {
        isRight: false,
        text: `The fee is higher than nine of ten recent fees: ${describeTypicalFee(typical, asset)}.`,
      },
    ];
  return [{ isRight: true, text: `The fee is typical: ${describeTypicalFee(typical, asset)}.` }];
}
