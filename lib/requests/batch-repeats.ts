import { addAmounts } from '@/lib/money/amounts';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { recipientKey } from '@/lib/recipients/recipients';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** By place: that of the first item with the same text; nothing for those that are the first. */
export function findRepeats(texts: readonly string[]): Map<number, number> {
  const first = new Map<string, number>();
  const repeats = new Map<number, number>();
  for (const [place, text] of texts.entries()) {
    const before = first.get(text);
    if (before === undefined) first.set(text, place);
    else repeats.set(place, before);
  }
  return repeats;
}

/**
 * Recipient, asset and value as a text that is equal where they are; "1.50" and "1.5" are the same value. `key` and `value`:
 * where the recipient's key is at hand, and where another value counts, such as the whole of a pair.
 */
export function paymentText(
  body: WithdrawalBody,
  { key = recipientKey(body), value = body.amount ?? body.total }: { key?: string; value?: string } = {},
): string {
  return JSON.stringify([key, body.asset, addAmounts(value, '0')]);
}

export function explainRepeat(index: number): string {
  return `Row ${index + 1} pays the same amount to the same recipient.`;
}

/** What is known about the recipient of an item that repeats the payment of another: the policy hears of it as of any other of the day. */
export function withRepeat(checks: RecipientChecks, index: number): RecipientChecks {
  const { lines, signals } = checks.card;
  const line = {
    id: 'repeated',
    state: 'warn' as const,
    text: explainRepeat(index),
    basis: 'The other rows of the same sheet.',
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
