import 'server-only';
import { and, arrayOverlaps, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { DecidesFor, DelegationSpan } from '@/lib/delegation/delegations';
import { type Decidable, needsOf, requestDenialReason } from '@/lib/requests/decisions';
import type { DeciderView, NeedView } from '@/lib/requests/request-view';
import { countFilled } from '@/lib/approver-groups/needs';
import { fillRequest } from '@/lib/requests/votes';
import { type Memberships, readGroupsOf, readMemberships } from '@/lib/server/approver-groups/members';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { listDelegates, listDelegators } from '@/lib/server/delegation/read';
import { findSigningObstacle } from '@/lib/server/passkeys/decisions';
import { readSigners } from '@/lib/server/passkeys/key-list/signers';
import { findSecondAccounts } from '@/lib/server/requests/limits/second-account';
import type { RequestRow } from '@/lib/server/requests/select';
import { type readVotes, voteLimits } from '@/lib/server/requests/vote-facts';
import { listLackingRights } from '@/lib/server/rights/check';

// Of the company's directory, and named in a group before the first sign-in, which gives the role.
// The name is written out: drizzle leaves out the table of a column in a query over one table.
const isAwaited = sql<boolean>`not exists (select 1 from sign_ins where person_id = people.id)`;
const isAwaitedIn = (needs: RequestRow['version']['requiredGroups']) =>
  needs.length === 0
    ? undefined
    : and(isAwaited, sql`approver_groups_of(${people.id}) && ${sql.param(needs.map(({ group }) => group))}::text[]`);

/** A person who could decide, with the groups that they count in. */
interface Decider extends DeciderView {
  groups: readonly string[];
}

/**
 * Reads the requester and the people with the required role, the reader among them, with the reasons why each cannot
 * approve or reject; at most 50. Members of the required groups who have not signed in yet are among them.
 */
export async function readDeciders(
  { request, version }: RequestRow,
  decidable: Decidable,
  reader: Person,
): Promise<Decider[]> {
  const known = await database()
    .select({
      id: people.id,
      name: personLabel(),
      roles: people.roles,
      isSuspended: sql<boolean>`is_suspended(${people.id})`,
      isAwaited,
      lacksRight: sql<boolean>`lacks_profile_right(${request.id}, ${version.version}, ${people.id}, null)`,
      position: sql<number>`row_number() over (order by ${people.name})::int`,
      notSeenSince: sql<
        string | null
      >`(select to_json(max(seen_at)) #>> '{}' from sessions where person_id = ${people.id} having max(seen_at) < now() - interval '1 day')`,
    })
    .from(people)
    .where(
      or(
        eq(people.id, request.requesterId),
        arrayOverlaps(people.roles, [version.requiredRole]),
        isAwaitedIn(version.requiredGroups),
      ),
    )
    .orderBy(desc(inArray(people.id, [reader.id, request.requesterId])), asc(people.name))
    .limit(50);
  const ids = known.map(({ id }) => id);
  const { requiredRole, requiredGroups } = version;
  const second = await findSecondAccounts(database(), { requestIds: [request.id], personIds: ids });
  const delegates = await listDelegates(database(), ids, requiredRole);
  const memberships = requiredGroups.length > 0 ? await readMemberships(database(), ids, requiredRole) : undefined;
  const signers = await readSigners(database(), ids, requiredRole);
  const obstacle = await findSigningObstacle(reader, requiredRole);
  const secondReasonOf = (id: string) => second.find(({ personId }) => personId === id)?.reason;
  const byName = known.toSorted((a, b) => a.position - b.position);
  return byName.map(({ id, name, roles, isSuspended, isAwaited: isNew, lacksRight, notSeenSince }) => {
    const person = { id, roles, ...(memberships?.get(id) ?? { groups: [], unprovenGroups: [] }) };
    const missingPasskey = id === reader.id ? obstacle : `Has no passkey that counts for the role ${requiredRole}.`;
    const denied =
      (isSuspended ? 'Is suspended.' : undefined) ??
      (isNew ? 'Has not signed in yet.' : undefined) ??
      (lacksRight ? 'May not decide for this profile.' : undefined) ??
      secondReasonOf(id);
    return {
      id,
      name,
      notSeenSince,
      delegate: toDelegate(delegates.find(({ delegatorId }) => delegatorId === id)),
      isReader: id === reader.id,
      groups: person.groups,
      denialReason:
        (isNew ? denied : undefined) ??
        deciderDenialReason('approve-together', decidable, { person, reader }) ??
        denied ??
        (signers.has(id) ? null : (missingPasskey ?? null)),
      rejectDenialReason:
        (isNew ? denied : undefined) ??
        deciderDenialReason('reject-together', decidable, { person, reader }) ??
        denied ??
        null,
    };
  });
}

/** Gives what groups and others approve, with who did and who could, and whether the reader could fill a free place. */
export function describeNeeds(
  request: Decidable & { votes: Awaited<ReturnType<typeof readVotes>> },
  deciders: readonly Decider[],
): { needs: NeedView[]; canFillNeed: boolean } {
  if (request.requiredGroups.length === 0) return { needs: [], canFillNeed: true };
  const filled = fillRequest(request, voteLimits());
  const able = deciders.filter(({ denialReason }) => denialReason === null);
  const approvers = filled.flatMap(({ filledBy }) => filledBy);
  const reader = deciders.filter(({ isReader }) => isReader);
  return {
    needs: filled.map(({ group, count, filledBy }) => ({
      group,
      count,
      filledBy: filledBy.map(({ personName }) => personName),
      canFill: able.filter(({ groups }) => group === null || groups.includes(group)).map(({ name }) => name),
    })),
    canFillNeed: countFilled(needsOf(request), [...approvers, ...reader]) > approvers.length,
  };
}

function toDelegate(span: DelegationSpan | undefined): DeciderView['delegate'] {
  return span ? { name: span.delegateName, until: span.endsAt.toISOString() } : null;
}

/** Explains why a person cannot decide, worded for another reader (`requestDenialReason`). */
function deciderDenialReason(
  action: 'approve-together' | 'reject-together',
  decidable: Decidable,
  { person, reader }: { person: Pick<Person, 'id' | 'roles'> & Memberships; reader: Person },
): string | undefined {
  const isReader = person.id === reader.id;
  // The sentence about passkeys that are in no group speaks to the reader alone.
  const decideDenialReason = requestDenialReason(
    action,
    decidable,
    isReader ? person : { ...person, unprovenGroups: [] },
  );
  if (isReader || decideDenialReason === undefined) return decideDenialReason;
  if (person.id === decidable.requesterId) return 'Made this request, so someone else must decide.';
  return decidable.votes.some(
    ({ personId, forPersonId, version }) =>
      version === decidable.version && (personId === person.id || forPersonId === person.id),
  )
    ? 'Has already decided.'
    : decideDenialReason;
}

/** Reads for whom the reader can decide on all of these requests, as their delegate. */
export async function readDecidesFor(
  requests: readonly (Decidable & { id: string })[],
  reader: Person,
): Promise<DecidesFor[]> {
  const delegators = await listDelegators(database(), reader.id);
  if (delegators.length === 0) return [];
  const groups = await readGroupsOf(database(), [reader.id, ...delegators.map(({ id }) => id)]);
  const sharedWith = (id: string) => (groups.get(reader.id) ?? []).filter((name) => groups.get(id)?.includes(name));
  const allowed = delegators.filter((decidesFor) =>
    requests.every(
      (request) =>
        request.requiredRole === decidesFor.role &&
        requestDenialReason('approve-together', request, {
          ...reader,
          groups: sharedWith(decidesFor.id),
          decidesFor,
        }) === undefined,
    ),
  );
  const versions = requests.map(({ id: requestId, version }) => ({ requestId, version }));
  const lacking = await Promise.all(
    allowed.map(({ id }) => listLackingRights(database(), versions, { personId: reader.id, forPersonId: id })),
  );
  return allowed.filter((_, index) => lacking[index]?.size === 0);
}
