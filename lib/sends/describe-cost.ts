import type { CostCheck, TypicalFee } from '@/lib/sends/cost';
import { networkLabel } from '@/lib/networks/networks';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { groupDigits } from '@/lib/money/format-amount';

// Apart from what computes, so that a page which only shows it loads no decimal library.

/** What the fee usually is, such as "usually 0.001 ETH, 9 of 10 at most 0.0012 ETH (learned from the last 812 completed)". */
export function describeTypicalFee({ samples, median, p90 }: TypicalFee, asset: string): string {
  const count = groupDigits(String(samples));
  return `usually ${groupDigits(median)} ${asset}, 9 of 10 at most ${groupDigits(p90)} ${asset} (learned from the last ${count} completed)`;
}

/** What was fixed and what came of it, once the service has a transfer with this status. */
export function describeOutcome(
  body: WithdrawalBody,
  { amount, fee, total }: CostCheck,
  status: string | undefined,
): string {
  const [gets, cost, falls] = [amount, fee, total].map((value) =>
    value === null ? 'an amount that cannot be read' : `${groupDigits(value)} ${body.asset}`,
  );
  if (status === 'FAILED') return `It failed, so the recipient gets nothing and the service gives back ${falls}.`;
  const isOver = status === 'COMPLETED';
  const [get, is, fall] = isOver ? ['got', 'was', 'fell'] : ['gets', 'is', 'falls'];
  if (body.amount !== undefined)
    return `The recipient ${get} exactly ${gets}. The fee ${is} ${cost}, so the balance ${fall} by ${falls}.`;
  return `The balance ${fall} by exactly ${falls}. The fee ${is} ${cost}, so the recipient ${get} ${gets}.`;
}

/** What was checked of it, a sentence each, with whether all was as it should be. */
export function describeChecks(
  body: WithdrawalBody,
  { sum, feeIs, usual, faults }: CostCheck,
): { isRight: boolean; text: string }[] {
  const fixed = body.amount === undefined ? 'total' : 'amount';
  const others = faults.map((text) => ({ isRight: false, text }));
  const isAsAsked = sum === 'right' && faults.length === (feeIs === 'unheard-of' ? 1 : 0);
  return [
    ...(isAsAsked
      ? [
          {
            isRight: true,
            text: `Checked: total = amount + fee, to the digit, and the ${fixed} is exactly what was asked for.`,
          },
        ]
      : []),
    ...(sum === 'unchecked'
      ? [{ isRight: false, text: 'Not checked: the service did not write amount, fee and total all as numbers.' }]
      : []),
    ...others,
    ...describeFee(body, feeIs, usual),
  ];
}

function describeFee(
  { asset, crypto_network }: WithdrawalBody,
  feeIs: CostCheck['feeIs'],
  usual: TypicalFee | null,
): { isRight: boolean; text: string }[] {
  if (feeIs === 'unheard-of') return [];
  const place = `${asset} on ${networkLabel(crypto_network)}`;
  if (feeIs === 'unchecked' || usual === null)
    return [
      {
        isRight: false,
        text: `Not compared: too few withdrawals of ${place} are known to say what the fee usually is.`,
      },
    ];
  if (feeIs === 'high')
    return [{ isRight: false, text: `The fee is more than nine of ten had: ${describeTypicalFee(usual, asset)}.` }];
  return [{ isRight: true, text: `The fee is as ever: ${describeTypicalFee(usual, asset)}.` }];
}
