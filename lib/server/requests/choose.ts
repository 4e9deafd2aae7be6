import 'server-only';
import { mustChoose, type RecipientChecks } from '@/lib/recipient-checks';
import type { Transaction } from '@/lib/server/database/client';
import { findLookAlikes } from '@/lib/server/recipients/look-alikes';
import type { LockedRequest } from '@/lib/server/requests/load';
import { parseWithdrawalBody } from '@/lib/withdrawals';

/**
 * Why a request cannot be approved before the person has said which address is meant, in words; undefined where nothing
 * that we have paid or saved looks like its address, or where they said that its own is meant.
 */
export async function whyNotChosen(transaction: Transaction, { version }: LockedRequest, chosenAddress: string): Promise<string | undefined> {
  const { crypto_network: network, destination_address: address } = parseWithdrawalBody(version.body);
  if (chosenAddress === address) return undefined;
  const isConfusable = mustChoose(version.checks as RecipientChecks | null) || (await findLookAlikes({ network, address }, transaction)).length > 0;
  if (!isConfusable) return undefined;
  return chosenAddress === ''
    ? 'Another address that is known looks like this one. Say which address is meant, then approve.'
    : 'You said that another address is meant. Reject the request, so that it is not sent to this one.';
}
