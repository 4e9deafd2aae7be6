import 'server-only';
import type { DecidesFor } from '@/lib/delegation/delegations';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import type { Transaction } from '@/lib/server/database/client';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { readSigningPerson } from '@/lib/server/passkeys/statement';
import { now } from '@/lib/server/runtime/clock';

/**
 * Tells whether the chain of the root in force has a delegation under which a delegate can sign for a person now, by a
 * passkey that still counts. Where it has not, a statement that names the delegator would be refused at the claim.
 */
export async function isDelegationSigned(
  transaction: Transaction,
  delegate: { id: string },
  { id, role }: Pick<DecidesFor, 'id' | 'role'>,
): Promise<boolean> {
  const read = await readKeyList(transaction);
  if (!read) return false;
  const { delegations, keys, chain } = read.list;
  const person = await readSigningPerson(delegate.id, transaction);
  const granted = delegations.find({ for: id, person, as: role, issued: now().toISOString() }, chain.length + 1);
  const key = granted?.assertion && keys.find(granted.assertion.credentialId);
  return !!key && canSignAt(key, role, chain.length);
}
