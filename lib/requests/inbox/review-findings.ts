import { shortenAddress } from '@/lib/addresses/chunks';
import { writeAmount } from '@/lib/money/format-amount';
import { findNetwork } from '@/lib/networks/networks';
import type { BatchReview, ReviewedRow } from '@/lib/requests/bundles/batches';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { formatCount } from '@/lib/text/locale';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** Lists as findings what an approver looks at in a batch: its most unusual rows, how many more, and addresses. */
export function listReviewFindings({ rows, looks, addresses }: BatchReview): RiskLine[] {
  const more = looks - rows.length;
  return [
    ...rows.map(nameRow),
    ...(more > 0 ? [note('more', `${formatCount(more)} more ${more === 1 ? 'row needs' : 'rows need'} a look`)] : []),
    ...(addresses > 0
      ? [note('addresses', `${formatCount(addresses)} first ${addresses === 1 ? 'payment' : 'payments'} to compare`)]
      : []),
    ...(looks + addresses === 0 ? [{ ...note('usual', 'Nothing unusual in any row.'), state: 'ok' as const }] : []),
  ];
}

const note = (id: string, text: string): RiskLine => ({ id, state: 'notice', text });

function nameRow({ position, body, recipientName, reasons, isAmountAsked, isGrave }: ReviewedRow): RiskLine {
  const { amount, asset } = fixedValueOf(body);
  const address = shortenAddress(body.destination_address, findNetwork(body.crypto_network)?.family);
  return {
    id: `row-${position}`,
    state: 'warn',
    // An amount that the approver enters from the invoice is not there to copy.
    name: `Row ${position + 1}${isAmountAsked ? '' : `: ${writeAmount(amount, asset)}`} to ${recipientName ?? address}`,
    ...(isGrave && { isGrave }),
    // In short: the page of the batch has the rest.
    text: reasons.map((reason) => reason.replace(/\. .*$/s, '.')).join(' '),
  };
}
