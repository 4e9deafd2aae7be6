/**
 * Who is in which group of approvers. The SQL functions in sql/decisions.sql say what administrators wrote and what the
 * identity provider stated last. For people who sign what they decide, the key list has the last word: they count in no
 * group that none of their passkeys counts in (docs/decisions/0047-groups-of-approvers.md).
 */
import 'server-only';
import { and, arrayOverlaps, sql } from 'drizzle-orm';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import type { KeyList } from '@/lib/proof/key-list';
import type { Candidate } from '@/lib/policy/analysis/shortages';
import { APPROVING_ROLES, type ApprovingRole, decidingRoles } from '@/lib/policy/rules';
import type { GroupMember } from '@/lib/approver-groups/needs';
import { database, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { readSigners } from '@/lib/server/passkeys/key-list/signers';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';

type Reading = Pick<Transaction, 'select'>;

/** The groups that a person counts in, and those they are a member of and count in with none of their passkeys. */
export interface Memberships {
  groups: readonly string[];
  unprovenGroups: readonly string[];
}

const NONE: Memberships = { groups: [], unprovenGroups: [] };

/** Reads the groups that each of these people counts in, by ID; with a role, by passkeys that sign in that role. */
export async function readGroupsOf(
  reader: Reading,
  personIds: readonly string[],
  role?: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const read = await readMemberships(reader, personIds, role);
  return new Map([...read].map(([id, { groups }]) => [id, groups]));
}

/** Reads the memberships of each of these people, by ID (`readGroupsOf`). */
export async function readMemberships(
  reader: Reading,
  personIds: readonly string[],
  role?: string,
): Promise<ReadonlyMap<string, Memberships>> {
  const rows = await reader
    .select({ id: sql<string>`person.id`, groups: sql<string[]>`approver_groups_of(person.id)` })
    .from(sql`unnest(${sql.param([...personIds])}::uuid[]) as person(id)`);
  const read = rows.some(({ groups }) => groups.length > 0) ? await readKeyList(reader) : undefined;
  return new Map(
    rows.map(({ id, groups: all }) => {
      const groups = all.filter((group) => isProven(read?.list, { id, group, role }));
      return [id, { groups, unprovenGroups: all.filter((group) => !groups.includes(group)) }];
    }),
  );
}

/** Adds to a person the groups that they count in, where one of these versions asks for approvals of groups. */
export async function withGroups<Somebody extends { id: string }>(
  person: Somebody,
  versions: readonly { requiredGroups: readonly unknown[]; requiredRole: string }[],
): Promise<Somebody & Memberships> {
  if (versions.every(({ requiredGroups }) => requiredGroups.length === 0)) return { ...person, ...NONE };
  const [role, ...otherRoles] = new Set(versions.map(({ requiredRole }) => requiredRole));
  const read = await readMemberships(database(), [person.id], otherRoles.length === 0 ? role : undefined);
  return { ...person, ...(read.get(person.id) ?? NONE) };
}

/** Reads the memberships of a person; where they decide for another person, the groups that both count in. */
export async function readGroupsOfDecider(
  reader: Reading,
  { personId, forPersonId, role }: { personId: string; forPersonId: string | undefined; role: string | undefined },
): Promise<Memberships> {
  const ids = [personId, ...(forPersonId === undefined ? [] : [forPersonId])];
  const read = await readMemberships(reader, ids, role);
  const [own = NONE, others] = ids.map((id) => read.get(id) ?? NONE);
  return { ...own, groups: own.groups.filter((name) => others?.groups.includes(name) ?? true) };
}

/**
 * Reads who apart from the requester could approve for a profile in a role, with the groups that each counts in. Where
 * approvals are signed, only people with a passkey for the role.
 */
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
  const ids = found.map(({ id }) => id);
  const signers = await readSigners(reader, ids, role);
  const groups = await readGroupsOf(reader, ids, role);
  return ids.filter((id) => signers.has(id)).map((id) => ({ id, groups: groups.get(id) ?? [] }));
}

/**
 * Reads everybody who can request or approve and is not suspended, as `listShortages` judges them. `groups` are those
 * in which their approvals can count.
 */
export async function readCandidates(reader: Reading, groups: readonly string[]): Promise<Candidate[]> {
  const found = await reader
    .select({ id: people.id, roles: people.roles, claims: people.claimedGroups })
    .from(people)
    .where(and(arrayOverlaps(people.roles, ['finance', ...APPROVING_ROLES]), sql`not is_suspended(${people.id})`));
  const ids = found.map(({ id }) => id);
  const read = groups.length > 0 ? await readKeyList(reader) : undefined;
  const signers = {
    approver: await readSigners(reader, ids, 'approver'),
    admin: await readSigners(reader, ids, 'admin'),
  };
  return found.map((person) => {
    const { id } = person;
    const signed = decidingRoles(person.roles).filter((role) => signers[role].has(id));
    const countsAs = signed.map((role) => [role, groups.filter((group) => isProven(read?.list, { id, group, role }))]);
    return { ...person, countsAs: Object.fromEntries(countsAs) as Candidate['countsAs'] };
  });
}

/** Tells whether a passkey of a person who signs what they decide counts in a group; true for one who signs nothing. */
function isProven(
  list: KeyList | undefined,
  { id, group, role }: { id: string; group: string; role: string | undefined },
): boolean {
  const keys = list?.listKeys().filter(({ record }) => record.person.id === id) ?? [];
  if (!list || keys.length === 0) return !isProofRequired();
  const { length } = list.chain;
  return keys.some(
    (key) => canSignAt(key, `group:${group}`, length) && (role === undefined || canSignAt(key, role, length)),
  );
}
