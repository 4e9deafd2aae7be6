/**
 * Who is in which group of approvers. The SQL functions of migration 0044 say what administrators wrote and what the
 * identity provider stated last. For whoever signs what they decide, the key list has the last word: they count in no
 * group that none of their passkeys counts in (docs/decisions/0047-groups-of-approvers.md).
 */
import 'server-only';
import { sql } from 'drizzle-orm';
import { canSignAt } from '@/lib/proof/listed-keys';
import type { KeyList } from '@/lib/proof/key-list';
import type { ApprovingRole } from '@/lib/policy/policy';
import type { GroupMember } from '@/lib/approver-groups/needs';
import { database, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema';
import { readKeyList } from '@/lib/server/passkeys/chain';
import { isProofRequired } from '@/lib/server/passkeys/mode';

type Reading = Pick<Transaction, 'select'>;

/** Reads the groups that each of these people counts in, by ID. */
export async function readGroupsOf(
  reader: Reading,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await reader
    .select({ id: sql<string>`person.id`, groups: sql<string[]>`approver_groups_of(person.id)` })
    .from(sql`unnest(${sql.param([...personIds])}::uuid[]) as person(id)`);
  const read = rows.some(({ groups }) => groups.length > 0) ? await readKeyList(reader) : undefined;
  return new Map(rows.map(({ id, groups }) => [id, groups.filter((name) => isProven(read?.list, id, name))]));
}

/** Adds to a person the groups that they count in, where one of these versions asks for approvals of groups. */
export async function withGroups<Somebody extends { id: string }>(
  person: Somebody,
  versions: readonly { requiredGroups: readonly unknown[] }[],
): Promise<Somebody & { groups: readonly string[] }> {
  if (versions.every(({ requiredGroups }) => requiredGroups.length === 0)) return { ...person, groups: [] };
  return { ...person, groups: (await readGroupsOf(database(), [person.id])).get(person.id) ?? [] };
}

/** Reads the groups that a person counts in, and the one they decide for where they do. */
export async function readGroupsOfDecider(
  reader: Reading,
  { personId, forPersonId }: { personId: string; forPersonId: string | undefined },
): Promise<string[]> {
  const ids = [personId, ...(forPersonId === undefined ? [] : [forPersonId])];
  const groups = await readGroupsOf(reader, ids);
  const [own = [], others] = ids.map((id) => groups.get(id) ?? []);
  return own.filter((name) => others?.includes(name) ?? true);
}

/** Reads who apart from the requester could approve for a profile in a role, with the groups that each counts in. */
export async function readPossibleApprovers(
  reader: Reading,
  { role, profileId, requesterId }: { role: ApprovingRole; profileId: string; requesterId: string },
): Promise<GroupMember[]> {
  const found = await reader
    .select({ id: people.id })
    .from(people)
    .where(
      sql`${role} = any(${people.roles}) and ${people.id} <> ${requesterId} and not is_suspended(${people.id})
        and may_use_profile('approve', ${role}, ${people.id}, ${profileId})`,
    );
  const groups = await readGroupsOf(
    reader,
    found.map(({ id }) => id),
  );
  return found.map(({ id }) => ({ id, groups: groups.get(id) ?? [] }));
}

/** Tells whether a passkey of somebody who signs what they decide counts in a group; true for one who signs nothing. */
function isProven(list: KeyList | undefined, personId: string, group: string): boolean {
  const keys = list?.listKeys().filter(({ record }) => record.person.id === personId) ?? [];
  if (!list || keys.length === 0) return !isProofRequired();
  return keys.some((key) => canSignAt(key, `group:${group}`, list.chain.length));
}
