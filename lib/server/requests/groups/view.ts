import 'server-only';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { personLabel } from '@/lib/server/database/person-label';
import { and, count, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import { addAmounts } from '@/lib/money/amounts';
import { type GroupView, REMAINDER_POSITION, type TestPaymentPart, TEST_POSITION } from '@/lib/requests/groups';
import { decidingRoles } from '@/lib/policy/rules';
import { denialReason } from '@/lib/identity/roles';
import { database } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { pairReleases, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { hashGroup } from '@/lib/server/requests/groups/load';
import { arrivalBlockReason } from '@/lib/server/requests/groups/confirm-test';
import type { Person } from '@/lib/server/auth/sessions';
import { needsDecisionOf } from '@/lib/server/requests/queue';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';

/**
 * Reads the group of a request; null for a single request. The caller has checked that the reader may read withdrawals.
 */
export async function readGroupView(reader: Person, { request, group }: RequestRow): Promise<GroupView | null> {
  if (!group) return null;
  const { id, kind, name } = group;
  const position = request.groupPosition ?? 0;
  if (kind === 'pair') return readTestPayment(reader, { id, position });
  const [members] = await database()
    .select({ count: count() })
    .from(withdrawalRequests)
    .innerJoin(requestVersions, isCurrentVersion(reader))
    .where(eq(withdrawalRequests.groupId, id));
  return { kind, id, name, position, count: members?.count ?? 0, nextId: await findNextItem(reader, request) };
}

/** Finds the next item of the batch that awaits the reader's decision; after the last one, the first. */
async function findNextItem(
  reader: Person,
  { id, groupId, groupPosition }: RequestRow['request'],
): Promise<string | null> {
  const { groupId: group, groupPosition: position, state, expiresAt } = withdrawalRequests;
  const [next] = await database()
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .innerJoin(requestVersions, isCurrentVersion(reader))
    .where(
      and(
        eq(group, groupId ?? ''),
        ne(withdrawalRequests.id, id),
        eq(state, 'AWAITING_APPROVAL'),
        gt(expiresAt, sql`now()`),
        needsDecisionOf(reader.id, decidingRoles(reader.roles)),
      ),
    )
    .orderBy(sql`${position} < ${groupPosition}`, position)
    .limit(1);
  return next?.id ?? null;
}

/** Matches the current version of a request that the reader may see. */
function isCurrentVersion(reader: Person): SQL | undefined {
  const { requestId, version } = requestVersions;
  return and(eq(requestId, withdrawalRequests.id), eq(version, withdrawalRequests.version), visibleRequests(reader));
}

async function readTestPayment(reader: Person, { id, position }: { id: string; position: number }): Promise<GroupView> {
  const rows = await selectRequests(reader)
    .where(eq(withdrawalRequests.groupId, id))
    .orderBy(withdrawalRequests.groupPosition);
  const [test, remainder] = [rows[TEST_POSITION], rows[REMAINDER_POSITION]];
  if (!test || !remainder) throw new Error('a test payment has no remainder');
  const [confirmation] = await database()
    .select({ by: personLabel(), at: pairReleases.confirmedAt, comment: pairReleases.comment })
    .from(pairReleases)
    .innerJoin(people, eq(people.id, pairReleases.confirmedBy))
    .where(eq(pairReleases.groupId, id));
  const toPart = (row: RequestRow): TestPaymentPart => ({
    ...toSummary(row, reader),
    bodySha256: row.version.bodySha256,
    bytes: row.version.body.toString('utf8'),
  });
  const parts = [toPart(test), toPart(remainder)] as const;
  return {
    kind: 'pair',
    id,
    position,
    sha256: hashGroup(
      'pair',
      parts.map(({ bodySha256 }) => bodySha256),
    ),
    test: parts[0],
    remainder: parts[1],
    totalAmount: addAmounts(parts[0].body.amount ?? '0', parts[1].body.amount ?? '0'),
    confirmation: confirmation ? { ...confirmation, at: confirmation.at.toISOString() } : null,
    confirmDenialReason: confirmDenialReason(test, remainder, reader) ?? null,
  };
}

function confirmDenialReason(test: RequestRow, remainder: RequestRow, reader: Person): string | undefined {
  if (remainder.request.state !== 'APPROVED' || remainder.send)
    return 'The remainder is not waiting for a confirmation.';
  return arrivalBlockReason(test.send ?? undefined) ?? denialReason('confirmTest', reader.roles);
}
