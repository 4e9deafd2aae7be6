import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** The value that a request fixes, with the asset that it is counted in. */
export interface FixedValue {
  fixed: 'amount' | 'total';
  amount: string;
  /** The asset that is sent for an amount, the asset of the debited balance for a total. */
  asset: string;
}

/** Gives the value that a body fixes: an amount of the asset, or a total of the balance that is debited. */
export function fixedValueOf(body: Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount' | 'total'>): FixedValue {
  return body.amount === undefined
    ? { fixed: 'total', amount: body.total ?? '0', asset: body.balance_asset ?? body.asset }
    : { fixed: 'amount', amount: body.amount, asset: body.asset };
}
