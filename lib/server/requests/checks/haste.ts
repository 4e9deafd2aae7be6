import 'server-only';
import { desc, eq, gt, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { findHaste, type HasteCount, type HasteReason } from '@/lib/requests/haste';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { database, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { decisions, hastyDecisions } from '@/lib/server/database/schema/decisions';
import { people } from '@/lib/server/database/schema/people';

const MAX_LISTED = 50;

/**
 * Records a decision that was made in haste, in the transaction that has just written its votes; a decision on a batch
 * is one. Gives why it counts as hasty; undefined for all others.
 */
export async function recordHaste(
  transaction: Transaction,
  person: Pick<Person, 'id'>,
  { subject, shownMs }: { subject: string; shownMs: number | undefined },
): Promise<HasteReason | undefined> {
  const [row] = await transaction
    .select({ count: sql<number>`count(distinct ${decisions.decidedAt})::int` })
    .from(decisions)
    .where(sql`${decisions.personId} = ${person.id} and ${decisions.decidedAt} > now() - interval '1 minute'`);
  const reason = findHaste({ shownMs, decisionsInMinute: row?.count ?? 0 });
  if (reason === undefined) return undefined;
  await transaction.insert(hastyDecisions).values({ personId: person.id, subject, reason, shownMs: shownMs ?? null });
  return reason;
}

/** Counts the hasty decisions of the last 30 days by person, the latest first, for those who may read the audit log. */
export async function readHaste(): Promise<Result<HasteCount[], Denial>> {
  const reader = await authorize('readAudit');
  if (!reader.ok) return reader;
  const lastAt = sql<Date>`max(${hastyDecisions.at})`.mapWith(hastyDecisions.at);
  const rows = await database()
    .select({
      name: personLabel(),
      shownBriefly: countOf('shown-briefly'),
      manyInAMinute: countOf('many-in-a-minute'),
      lastAt,
    })
    .from(hastyDecisions)
    .innerJoin(people, eq(people.id, hastyDecisions.personId))
    .where(gt(hastyDecisions.at, sql`now() - interval '30 days'`))
    .groupBy(people.id)
    .orderBy(desc(lastAt))
    .limit(MAX_LISTED);
  return ok(rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })));
}

function countOf(reason: HasteReason) {
  return sql<number>`count(*) filter (where ${hastyDecisions.reason} = ${reason})::int`;
}
