import type { BatchItem } from '@/lib/requests/bundles/batches';
import { totalsBlockReason } from '@/lib/requests/bundles/entered-totals';
import type { Look } from '@/lib/requests/bundles/looks';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/**
 * Explains why a person must enter the amount of a row from its invoice before they approve it: its look asks for it,
 * or they entered another. Undefined where there is nothing to correct. The page and the server ask by this one rule.
 */
export function explainRowAmount(
  { body, look }: { body: BatchItem['body']; look: Pick<Look, 'isAmountAsked'> | null },
  entered: string | undefined,
): string | undefined {
  if (look?.isAmountAsked !== true && entered === undefined) return undefined;
  const { amount, asset } = fixedValueOf(body);
  const reason = totalsBlockReason([{ asset, total: amount, count: 1 }], { [asset]: entered ?? '' }, 'amount');
  return reason && `${reason} Where the invoice says another, reject the row.`;
}
