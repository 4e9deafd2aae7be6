import { addAmounts } from '@/lib/money/amounts';
import { POSSIBLE_DUPLICATE } from '@/lib/risk/findings';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { recipientKey } from '@/lib/recipients/recipients';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Maps the index of each repeated text to the index of its first occurrence: `['a', 'b', 'a']` gives `2 → 0`. */
export function findDuplicates(texts: readonly string[]): Map<number, number> {
  const firstIndexes = new Map<string, number>();
  const repeats = new Map<number, number>();
  for (const [index, text] of texts.entries()) {
    const first = firstIndexes.get(text);
    if (first === undefined) firstIndexes.set(text, index);
    else repeats.set(index, first);
  }
  return repeats;
}

/**
 * Gives a text that two payments share where recipient, asset and value are equal; “1.50” and “1.5” are the same value.
 * `key` is the recipient's key where the caller already has it; `value` replaces the value of the body, for example by
 * the total of a test payment and its remainder.
 */
export function paymentKey(
  body: WithdrawalBody,
  { key = recipientKey(body), value = body.amount ?? body.total }: { key?: string; value?: string } = {},
): string {
  return JSON.stringify([key, body.asset, addAmounts(value, '0')]);
}

/** Explains that an item repeats the payment of an earlier row; `index` is the zero-based index of that row. */
export function explainRepeat(index: number): string {
  return `Row ${index + 1} has the same amount to the same recipient.`;
}

/**
 * Adds the finding and the signal of a repeated payment to the checks of an item, so that the policy sees the repeat.
 */
export function addRepeatFinding(checks: RecipientChecks, index: number): RecipientChecks {
  const { lines, signals } = checks.card;
  const line = {
    id: 'repeated',
    state: 'warn' as const,
    text: explainRepeat(index),
    name: POSSIBLE_DUPLICATE,
  };
  const others = signals.filter((signal) => signal !== 'repeated-within-a-day');
  return {
    ...checks,
    card: {
      lines: [...lines.filter(({ id }) => id !== 'repeated'), line],
      signals: [...others, 'repeated-within-a-day'],
    },
  };
}
