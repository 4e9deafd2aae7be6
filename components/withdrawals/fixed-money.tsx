import { Money, type MoneyLooks } from '@/components/values/money';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import type { RequestSummary } from '@/lib/requests/request-summary';

/** Shows the value that a request fixes, in the asset it is counted in. */
export function FixedMoney({ body, ...looks }: Pick<RequestSummary, 'body'> & MoneyLooks) {
  const { amount, asset } = fixedValueOf(body);
  return <Money {...looks} amount={amount} asset={asset} />;
}
