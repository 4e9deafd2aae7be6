import 'server-only';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { DecisionFailure } from '@/lib/requests/contract';
import { NUDGE_MINUTES, nudgeDenialReason } from '@/lib/requests/decisions';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { lockRequest } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';

const nudgeSchema = z.strictObject({ requestId: z.string().regex(UUID) });

/**
 * Reminds everybody who can decide on a request of the signed-in person, once an hour; takes unchecked input. The
 * reminder leaves by mail, after the answer.
 */
export async function nudgeApprovers(input: unknown): Promise<Result<null, DecisionFailure>> {
  const person = await authorize('makeWithdrawal', { limit: 'decide' });
  if (!person.ok) return person;
  const given = nudgeSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: 'The console could not read this request.' });
  const { requestId } = given.data;
  return inTransaction(async (transaction) => {
    if (!(await lockSession(transaction, person.value, 0))) return fail({ kind: 'signed-out' });
    const found = await lockRequest(transaction, person.value, requestId);
    if (found?.request.requesterId !== person.value.id) return fail({ kind: 'not-found' });
    const reason = nudgeDenialReason(found.decidable) ?? (await findRecentNudge(transaction, requestId));
    if (reason !== undefined) return fail({ kind: 'not-now', reason });
    await appendAudit(transaction, {
      action: 'request.nudged',
      ...actedBy(person.value),
      subject: `request:${requestId}`,
      after: { version: found.request.version },
    });
    return ok(null);
  });
}

async function findRecentNudge(transaction: Transaction, requestId: string): Promise<string | undefined> {
  const [last] = await transaction
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, `request:${requestId}`),
        eq(auditLog.action, 'request.nudged'),
        gt(auditLog.at, sql`now() - make_interval(mins => ${NUDGE_MINUTES})`),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(1);
  return last && `They were reminded at ${last.at.toISOString().slice(11, 16)} UTC. You can remind them once an hour.`;
}
