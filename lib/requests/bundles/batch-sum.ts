import { sumUsdValues } from '@/lib/money/sum-usd-values';
import {
  type BatchItem,
  type BatchStates,
  type BatchView,
  sumByAsset,
  type ValuedTotal,
} from '@/lib/requests/bundles/batches';
import { describeRequest } from '@/lib/requests/request-view';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** Sums rows by asset, each sum with what it is worth. */
export function sumRows(items: readonly Pick<BatchItem, 'body' | 'value'>[]): ValuedTotal[] {
  return sumByAsset(items.map(({ body }) => body)).map((sum) => ({
    ...sum,
    value: sumUsdValues(items.filter(({ body }) => fixedValueOf(body).asset === sum.asset).map(({ value }) => value)),
  }));
}

/**
 * Picks the rows that the page of a batch sums and compares: those that await approval, as in the queue and in the
 * dialogs; once none does, those that were or will be paid; all of them where none is.
 */
export function pickSummed(
  { items, waiting }: Pick<BatchView, 'items' | 'waiting'>,
  states: BatchStates['states'],
): BatchItem[] {
  const isWaiting = new Set(waiting.requestIds);
  const isPaid = (item: BatchItem) => {
    const { tone } = describeRequest(states[item.position] ?? item);
    return tone !== 'ended' && tone !== 'failed';
  };
  const picked = items.filter((item) => (isWaiting.size > 0 ? isWaiting.has(item.id) : isPaid(item)));
  return picked.length > 0 ? picked : [...items];
}
