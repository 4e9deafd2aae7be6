import 'server-only';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type ApprovingRole, decidingRoles } from '@/lib/policy/rules';
import type { Reader } from '@/lib/identity/reader';
import { profileKey } from '@/lib/profiles/find-name';
import { database, type Transaction } from '@/lib/server/database/client';
import { isStorable } from '@/lib/text/storable-text';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

// The SQL functions in sql/decisions.sql alone judge a right, so that plans, decisions, votes and the claim agree.

type Selecting = Pick<Transaction, 'select'>;

/** What the rights to one profile allow a requester, and who could approve. */
export interface PlanRights {
  mayRequest: boolean;
  /** People apart from the requester who hold each role, and how many of them may approve for the profile. */
  approvers: Record<ApprovingRole, { known: number; allowed: number }>;
  /** True where a right to see is in force: nothing that people read gives amounts of other profiles. */
  isSeeingLimited: boolean;
}

/**
 * Reads the rights to the profiles of these bodies, in one query. Throws where a body of another profile is asked for.
 */
export async function readPlanRights(
  reader: Selecting,
  bodies: readonly WithdrawalBody[],
  requesterId: string,
): Promise<(body: WithdrawalBody) => PlanRights> {
  const profiles = [...new Set(bodies.map((body) => body.profile_id))];
  const countPeople = (role: ApprovingRole) => sql<PlanRights['approvers'][ApprovingRole]>`(
    select json_build_object('known', count(*),
      'allowed', count(*) filter (where may_use_profile('approve', ${role}, people.id, profile.id)))
    from people where ${role} = any(people.roles) and people.id <> ${requesterId} and not is_suspended(people.id))`;
  const rows = await reader
    .select({
      id: sql<string>`profile.id`,
      mayRequest: sql<boolean>`may_use_profile('request', 'finance', ${requesterId}, profile.id)`,
      approver: countPeople('approver'),
      admin: countPeople('admin'),
      isSeeingLimited: sql<boolean>`exists (
        select 1 from json_array_elements((select setting_in_force('profile-rights'))) as item(one)
        where item.one ->> 'may' = 'see')`,
    })
    .from(sql`unnest(${sql.param(profiles)}::text[]) as profile(id)`);
  const rights = new Map(
    rows.map(({ id, mayRequest, isSeeingLimited, ...approvers }) => [
      profileKey(id),
      { mayRequest, isSeeingLimited, approvers },
    ]),
  );
  return (body) => {
    const found = rights.get(profileKey(body.profile_id));
    if (!found) throw new Error('the rights to the profile of a body were not read');
    return found;
  };
}

/** Explains why the person who reads may not decide for a profile, and where to look. */
export const NO_RIGHT_TO_DECIDE =
  'You may not decide on withdrawals from this profile. The page “Profiles” lists who may.';
const NO_RIGHT_TO_DECIDE_FOR = NO_RIGHT_TO_DECIDE.replace('You', 'You, or the person for whom you decide,');

interface Decider {
  personId: string;
  forPersonId?: string | undefined;
}

/** Explains that a person may not decide for the profile of one of these versions; undefined where they may. */
export async function findMissingRight(
  reader: Selecting,
  versions: readonly { version: { requestId: string; version: number } }[],
  decider: Decider,
): Promise<string | undefined> {
  const lacking = await listLackingRights(
    reader,
    versions.map(({ version }) => version),
    decider,
  );
  if (lacking.size === 0) return undefined;
  return decider.forPersonId === undefined ? NO_RIGHT_TO_DECIDE : NO_RIGHT_TO_DECIDE_FOR;
}

/**
 * Lists the requests, of these versions, for whose profile a person may not decide; without a query where there are
 * none.
 */
export async function listLackingRights(
  reader: Selecting,
  versions: readonly { requestId: string; version: number }[],
  { personId, forPersonId }: Decider,
): Promise<ReadonlySet<string>> {
  if (versions.length === 0) return new Set();
  const ids = versions.map(({ requestId }) => requestId);
  const numbers = versions.map(({ version }) => version);
  const rows = await reader
    .select({ id: sql<string>`covered.id` })
    .from(sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(numbers)}::integer[]) as covered(id, version)`)
    .where(sql`lacks_profile_right(covered.id, covered.version, ${personId}, ${forPersonId ?? null})`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Builds the condition that a person may not decide for a profile in a role; the same as `lacks_profile_right`. `asked`
 * selects the roles and profiles that can come up, each once: thousands of requests may wait, of a few profiles, and
 * the functions are called for these alone, and not at all where nobody was ever limited.
 */
export function lacksRightToDecide(
  { role, profile, asked }: Record<'role' | 'profile' | 'asked', SQLWrapper>,
  personId: SQLWrapper,
): SQL {
  return sql`(${role}, ${profile}) in (
    select asked.role, asked.profile from (${asked}) as asked(role, profile)
    where (select setting_in_force('profile-rights')) is not null
      and not may_use_profile('approve', asked.role, ${personId}, asked.profile))`;
}

/** Explains why a person may not request from a profile; `subject` names them, by default the reader. */
export function explainNoRequest(profileId: string, subject = 'You'): string {
  return `${subject} may not request withdrawals from the profile ${profileId}.`;
}

/** Tells whether a person may decide for a profile, in one of the roles that decide which they hold. */
export async function mayDecideFor(
  reader: Selecting,
  { id, roles }: Pick<Reader, 'id' | 'roles'>,
  profileId: string,
): Promise<boolean> {
  const [found] = await reader
    .select({ may: sql<boolean>`coalesce(bool_or(may_use_profile('approve', role.name, ${id}, ${profileId})), false)` })
    .from(sql`unnest(${sql.param(decidingRoles(roles))}::text[]) as role(name)`);
  return found?.may ?? false;
}

/** Tells which of these profiles a person may request from. */
export async function findRequestable(
  { id: personId }: Pick<Reader, 'id'>,
  profiles: readonly { id: string }[],
  reader: Selecting = database(),
): Promise<(profileId: string) => boolean> {
  const ids = [...new Set(profiles.map(({ id }) => id).filter(isStorable))];
  const rows = await reader
    .select({ id: sql<string>`profile.id` })
    .from(sql`unnest(${sql.param(ids)}::text[]) as profile(id)`)
    .where(sql`may_use_profile('request', 'finance', ${personId}, profile.id)`);
  const requestable = new Set(rows.map(({ id }) => profileKey(id)));
  return (profileId) => requestable.has(profileKey(profileId));
}
