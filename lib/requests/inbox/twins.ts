import { multiplyAmount } from '@/lib/money/amounts';
import { recipientKey } from '@/lib/recipients/recipients';
import type { QueueItem } from '@/lib/requests/queue';
import { labelSignals } from '@/lib/policy/signals';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

const [LABEL = ''] = labelSignals(['repeated-within-a-day']);

/**
 * Labels requests that pay the same to the same recipient as another in the queue as possible duplicates. The checks of
 * the one that was made first could not know of the other.
 */
export function labelTwins<Item extends Pick<QueueItem, 'body' | 'riskLabels'>>(items: readonly Item[]): Item[] {
  const keys = items.map(({ body }) => {
    const { fixed, amount, asset } = fixedValueOf(body);
    return JSON.stringify([recipientKey(body), fixed, multiplyAmount(amount, 1), asset]);
  });
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return items.map((item, index) =>
    (counts.get(keys[index] ?? '') ?? 0) > 1 && !item.riskLabels.includes(LABEL)
      ? { ...item, riskLabels: [...item.riskLabels, LABEL] }
      : item,
  );
}
