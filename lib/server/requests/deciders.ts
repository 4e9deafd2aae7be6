import 'server-only';
import { arrayOverlaps, asc, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { DelegationSpan } from '@/lib/delegation/delegations';
import { type Decidable, needsOf, requestDenialReason } from '@/lib/requests/decisions';
import type { DeciderView, NeedView } from '@/lib/requests/request-view';
import { countFilled } from '@/lib/approver-groups/needs';
import { fillRequest } from '@/lib/requests/votes';
import { readGroupsOf } from '@/lib/server/approver-groups/members';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema';
import { listDelegates } from '@/lib/server/delegation/read';
import { findSecondAccounts } from '@/lib/server/requests/second-account';
import type { RequestRow } from '@/lib/server/requests/select';
import { type readVotes, voteLimits } from '@/lib/server/requests/vote-facts';

/** A person who could decide, with the groups that they count in. */
interface Decider extends DeciderView {
  groups: readonly string[];
}

/**
 * Reads the requester and the people with the required role, the reader among them, with the reason why each cannot
 * decide; at most 50.
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
      lacksRight: sql<boolean>`lacks_profile_right(${request.id}, ${version.version}, ${people.id}, null)`,
      position: sql<number>`row_number() over (order by ${people.name})::int`,
      notSeenSince: sql<
        string | null
      >`(select to_json(max(seen_at)) #>> '{}' from sessions where person_id = ${people.id} having max(seen_at) < now() - interval '1 day')`,
    })
    .from(people)
    .where(or(eq(people.id, request.requesterId), arrayOverlaps(people.roles, [version.requiredRole])))
    .orderBy(desc(inArray(people.id, [reader.id, request.requesterId])), asc(people.name))
    .limit(50);
  const second = await findSecondAccounts(database(), {
    requestIds: [request.id],
    personIds: known.map(({ id }) => id),
  });
  const delegates = await listDelegates(
    database(),
    known.map(({ id }) => id),
    version.requiredRole,
  );
  const groups =
    version.requiredGroups.length > 0
      ? await readGroupsOf(
          database(),
          known.map(({ id }) => id),
        )
      : undefined;
  const secondReasonOf = (id: string) => second.find(({ personId }) => personId === id)?.reason;
  const byName = known.toSorted((a, b) => a.position - b.position);
  return byName.map(({ id, name, roles, isSuspended, lacksRight, notSeenSince }) => ({
    id,
    name,
    notSeenSince,
    delegate: toDelegate(delegates.find(({ delegatorId }) => delegatorId === id)),
    isReader: id === reader.id,
    groups: groups?.get(id) ?? [],
    denialReason:
      deciderDenialReason(decidable, { id, roles, groups: groups?.get(id) ?? [] }, reader) ??
      (isSuspended ? 'Is suspended.' : undefined) ??
      (lacksRight ? 'May not decide for this profile.' : undefined) ??
      secondReasonOf(id) ??
      null,
  }));
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
  decidable: Decidable,
  person: Pick<Person, 'id' | 'roles'> & { groups: readonly string[] },
  reader: Person,
): string | undefined {
  const decideDenialReason = requestDenialReason('decide-together', decidable, person);
  if (person.id === reader.id || decideDenialReason === undefined) return decideDenialReason;
  if (person.id === decidable.requesterId) return 'Made this request, so someone else must decide.';
  return decidable.votes.some(
    ({ personId, forPersonId, version }) =>
      version === decidable.version && (personId === person.id || forPersonId === person.id),
  )
    ? 'Has already decided.'
    : decideDenialReason;
}
