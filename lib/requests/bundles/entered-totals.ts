import { compareAmounts } from '@/lib/money/amounts';
import { groupDigits } from '@/lib/money/format-amount';
import { removeSeparators } from '@/lib/money/amount-readings';
import { parseAmount } from '@/lib/money/parse-amount';
import { type AssetTotal, sumByAsset } from '@/lib/requests/bundles/batches';
import type { RequestView } from '@/lib/requests/request-view';
import { needsAmountEntry, type RecipientChecks } from '@/lib/risk/recipient-checks';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

/**
 * Explains how entered totals differ from those of what is approved; undefined where they match. `entered` is keyed by
 * asset.
 */
export function totalsBlockReason(
  totals: readonly AssetTotal[],
  entered: Readonly<Record<string, string>>,
  noun: 'total' | 'amount' = 'total',
): string | undefined {
  for (const { asset, total } of totals) {
    const text = Object.hasOwn(entered, asset) ? (entered[asset] ?? '') : '';
    if (text.trim() === '') return `Enter the ${noun} in ${asset}.`;
    // As it is printed beside the field: a separator that is ambiguous elsewhere says nothing else here.
    if (text.trim() === groupDigits(total)) continue;
    const parsed = parseAmount(removeSeparators(text));
    if (!parsed.ok) return `${NAMES[noun]} in ${asset}: ${parsed.error}`;
    if (compareAmounts(parsed.value, total) !== 0) {
      // Without the right one, which is to come from the invoice.
      return `You entered ${groupDigits(parsed.value)} ${asset}, which is not the ${noun}.`;
    }
  }
  const other = Object.keys(entered).find((asset) => totals.every((total) => total.asset !== asset));
  return other === undefined ? undefined : `No payment here is in ${other}.`;
}

const NAMES = { total: 'Total', amount: 'Amount' } as const;

/** Lists the bodies that one approval of a request covers: a test payment with its remainder, or the request alone. */
export function listParts({ bundle, bytes }: Pick<RequestView, 'bundle' | 'bytes'>): WithdrawalBody[] {
  const all = bundle?.kind === 'test-payment' ? [bundle.test.bytes, bundle.remainder.bytes] : [bytes];
  return all.map((text) => parseWithdrawalBody(text));
}

/**
 * Explains why a person must enter the amount of what they approve, a request or a test payment with its remainder:
 * it is far above what was paid (`needsAmountEntry`), or another was entered. `entered` is keyed by asset, and empty
 * where nothing was asked for. Undefined where there is nothing to correct.
 */
export function explainAmountEntry(
  parts: readonly { body: WithdrawalBody; checks: RecipientChecks | null }[],
  entered: Readonly<Record<string, string>>,
): string | undefined {
  const isAsked = parts.some(({ checks }) => needsAmountEntry(checks));
  if (!isAsked && Object.keys(entered).length === 0) return undefined;
  const totals = sumByAsset(parts.map(({ body }) => body));
  const reason = totalsBlockReason(totals, entered, parts.length > 1 ? 'total' : 'amount');
  return reason && `${reason} Where the invoice says another, reject the request.`;
}
