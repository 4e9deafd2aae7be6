import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Says which balance is debited, or what the recipient gets, where that is another asset; otherwise nothing. */
export function explainConversion({
  asset,
  balance_asset: balance,
  amount,
}: Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount'>): string {
  if (balance === undefined || balance === asset) return '';
  return amount === undefined ? `The recipient gets ${asset}. ` : `The ${balance} balance is debited. `;
}

/** Says who bears the fee. */
export function explainFee(fixed: 'amount' | 'total', isGuaranteed: boolean): string {
  const fee = fixed === 'amount' ? 'The fee is added on top.' : 'The fee is deducted, so the recipient gets less.';
  return isGuaranteed ? fee : `${fee} Its amount is known once the withdrawal is sent.`;
}
