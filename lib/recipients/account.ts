import { readAccountKey } from '@/lib/addresses/formats/stellar';
import { recipientKey } from '@/lib/recipients/recipients';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** What names the account that a withdrawal goes to. */
export type AccountBody = Pick<WithdrawalBody, 'crypto_network' | 'destination_address'>;

/**
 * Gives the account that a withdrawal goes to as a text that is equal for the same account: the recipient
 * (`recipientKey`) without a memo, and the account of a muxed one. Limits and sums count by it, since any number of
 * memos lead to one account: docs/decisions/0071-limits-count-by-account.md.
 */
export function accountKey(body: AccountBody): string {
  const known = accountKeys.get(body) ?? findAccountKey(body);
  accountKeys.set(body, known);
  return known;
}

// A key takes a checksum, and each limit and sum of a batch asks for it.
const accountKeys = new WeakMap<AccountBody, string>();

function findAccountKey({ crypto_network, destination_address }: AccountBody): string {
  const key = readAccountKey(destination_address);
  return key === undefined
    ? recipientKey({ crypto_network, destination_address })
    : JSON.stringify([crypto_network, key]);
}
