import 'server-only';
import { choosePasskeys, type GroupPasskey } from '@/lib/approver-groups/choose-passkeys';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import { needsOf } from '@/lib/requests/decisions';
import { fillRequest } from '@/lib/requests/votes';
import { joinList } from '@/lib/text/join-list';
import type { Transaction } from '@/lib/server/database/client';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import type { LockedRequest } from '@/lib/server/requests/load';
import { voteLimits } from '@/lib/server/requests/vote-facts';

/** The passkeys that can sign an approval, each with the groups that it gives the approval. */
export interface OfferedPasskeys {
  passkeys: readonly GroupPasskey[];
  /** Sentence for a signature by another passkey, and for a person who has none of these. */
  otherwise: string;
}

/**
 * Finds the passkeys with which a person can approve requests that ask for groups: the approval counts in those groups
 * of theirs that its passkey carries. Undefined where no group is asked for, and for a person who signs nothing.
 */
export async function findGroupPasskeys(
  transaction: Transaction,
  { id }: { id: string },
  { open, groups, as }: { open: readonly LockedRequest[]; groups: readonly string[]; as: string },
): Promise<OfferedPasskeys | undefined> {
  const needed = new Set(open.flatMap(({ version }) => version.requiredGroups.map(({ group }) => group)));
  const list = needed.size > 0 ? (await readKeyList(transaction))?.list : undefined;
  if (!list) return undefined;
  const { length } = list.chain;
  const own = list.listKeys().filter((key) => key.record.person.id === id && canSignAt(key, as, length));
  if (own.length === 0) return undefined;
  const passkeys = own.map((key) => ({
    credentialId: key.record.credentialId,
    groups: groups.filter((name) => needed.has(name) && canSignAt(key, `group:${name}`, length)),
  }));
  const requests = open.map(({ decidable, votes }) => ({
    needs: needsOf(decidable),
    approvers: fillRequest({ ...decidable, votes }, voteLimits()).flatMap(({ filledBy }) => filledBy),
  }));
  const chosen = choosePasskeys(passkeys, requests);
  return { passkeys: chosen, otherwise: explainOthers(chosen, [...needed]) };
}

function explainOthers([first]: readonly GroupPasskey[], needed: readonly string[]): string {
  if (!first)
    return (
      `None of your passkeys is in ${joinList([...needed], 'or')}, so that your approval would not count. Two ` +
      'administrators must sign that your passkeys are in the group.'
    );
  const groups = first.groups.length > 0 ? first.groups : needed;
  return `Sign with a passkey that is in ${joinList([...groups])}: with another one your approval would not count there.`;
}
