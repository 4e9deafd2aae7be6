import { type Amount, compareAmounts, exceedsTimes } from '@/lib/money/amounts';
import { groupDigits, roundForOverview } from '@/lib/money/format-amount';
import { type Finding, MAX_PAYMENTS } from '@/lib/risk/findings';
import type { RiskLine } from '@/lib/risk/risk-facts';
import {
  type Comparison,
  type FewComparison,
  askForPoint,
  TIMES_LARGEST,
  TIMES_LARGEST_OF_FEW,
} from '@/lib/risk/typical-amount';

interface AmountContext {
  value: Amount;
  asset: string;
  /** The earlier payments in words, such as “payments in ETH to this recipient”. */
  samples: string;
  basis: string;
}

/** Gives the finding about an amount that was compared with earlier ones. */
export function amountFinding(comparison: Comparison, { value, asset, samples, basis }: AmountContext): Finding {
  const { isUnusual, isAboveAll, median, largest, ratio, leftOut } = comparison;
  const typical = `${roundForOverview(median)} ${asset}`;
  const text =
    `${describeRatio(ratio)} the typical amount. Median of ${describeSamples(comparison, samples)}: ${typical}. ` +
    `${isAboveAll ? 'More than the largest so far' : 'Largest so far'}: ${roundForOverview(largest)} ${asset}` +
    `${leftOut ? `; ${roundForOverview(leftOut.largestOfOthers)} ${asset} without ${nameLargest(leftOut.count)}` : ''}.`;
  return {
    line: {
      id: 'amount',
      state: amountState(comparison),
      text,
      ...(isUnusual && { name: nameUnusual(value, comparison) }),
      ...(isSlip(value, comparison) && { isAmountAsked: true }),
      basis,
    },
    signals: isUnusual ? ['amount-unusual'] : [],
  };
}

function nameUnusual(value: Amount, comparison: Comparison): string {
  return askForLostPoint(value, comparison) || `${groupDigits(comparison.ratio)} times the typical amount`;
}

// A lost point makes far more than growth does: what is little above the largest so far is large, and no slip.
function askForLostPoint(value: Amount, { median, largest }: Pick<Comparison, 'median' | 'largest'>): string {
  return exceedsTimes(value, TIMES_LARGEST, largest) ? askForPoint(value, median) : '';
}

// So far above what was paid that an approver enters the amount as the invoice has it.
function isSlip(value: Amount, comparison: Pick<Comparison, 'median' | 'largest'>): boolean {
  return askForLostPoint(value, comparison) !== '' || exceedsTimes(value, TIMES_LARGEST_OF_FEW[0], comparison.largest);
}

function nameLargest(count: number): string {
  return count === 1 ? 'the largest' : `the largest ${count}`;
}

/**
 * Gives the finding about an amount that was compared with one to four payments. It gives no amount where some of the
 * payments are hidden. Of one far above what the recipient was paid, an approver enters the amount.
 */
export function fewAmountFinding(
  { times, isAboveAll, samples, largest }: FewComparison,
  context: AmountContext,
  { isHidden = false, isOfRecipient = false }: { isHidden?: boolean; isOfRecipient?: boolean } = {},
): Finding {
  const isUnusual = times !== undefined;
  const than = isUnusual ? `${times} times the` : 'the';
  const sum = isHidden ? '' : `: ${roundForOverview(largest)} ${context.asset}`;
  const noun = samples === 1 ? context.samples.replace(/(payment|withdrawal)s/, '$1') : context.samples;
  const text =
    `${isAboveAll ? 'More' : 'Not more'} than ${than} largest so far${sum} ` +
    `(${samples} ${noun}${isHidden ? ', some by another profile' : ''}).`;
  return {
    line: {
      id: 'amount',
      state: isUnusual ? 'warn' : isAboveAll ? 'notice' : 'ok',
      text,
      // As the finding about the history names it, so that both are named once.
      ...(isUnusual && { name: nameOverLargest(context.value, { times, largest, isHidden }) }),
      ...(isOfRecipient && times === TIMES_LARGEST_OF_FEW[0] && { isAmountAsked: true }),
      basis: context.basis,
    },
    signals: isUnusual ? ['amount-unusual'] : [],
  };
}

/** Names an amount of so many times the largest payment. Of hidden payments it tells no more than that. */
export function nameOverLargest(
  value: Amount,
  { times, largest, isHidden }: { times: number; largest: Amount; isHidden: boolean },
): string {
  return (!isHidden && askForPoint(value, largest)) || `over ${times} times the largest payment`;
}

/**
 * Gives the finding about an amount that was compared with payments of which some are hidden: its amounts are those of
 * `own`, the comparison with the payments that are not hidden, if there are enough of them.
 */
export function hiddenAmountFinding(
  comparison: Comparison,
  own: Comparison | undefined,
  context: AmountContext,
): Finding {
  const { line, signals } = amountFinding(comparison, context);
  const samples = `${describeSamples(comparison, context.samples)}, some by another profile`;
  const alone = own ? ` By this profile alone: ${amountFinding(own, context).line.text}` : '';
  return {
    line: {
      ...line,
      text: `${describeSize(comparison)} (${samples}).${alone}`,
      ...(comparison.isUnusual && { name: 'far above the typical amount' }),
      // Of hidden payments the line tells no more than that.
      isAmountAsked: own !== undefined && isSlip(context.value, own),
    },
    ...(signals && { signals }),
  };
}

function describeSize({ isUnusual, isAboveAll, isLarge }: Comparison): string {
  if (isUnusual) return 'Far above the typical amount';
  if (isAboveAll) return 'Above the largest amount so far';
  return isLarge ? 'Far above most amounts so far' : 'Not above the amounts so far';
}

function describeSamples({ samples: count }: Comparison, samples: string): string {
  return `${count >= MAX_PAYMENTS ? 'the last ' : ''}${groupDigits(String(count))} ${samples}`;
}

function amountState({ isUnusual, isLarge }: Comparison): RiskLine['state'] {
  if (isUnusual) return 'warn';
  return isLarge ? 'notice' : 'ok';
}

function describeRatio(ratio: Amount): string {
  if (compareAmounts(ratio, '0.9') < 0) return 'Below';
  return compareAmounts(ratio, '1.1') > 0 ? `${groupDigits(ratio)} times` : 'About';
}
