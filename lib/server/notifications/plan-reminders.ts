import 'server-only';
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { routes } from '@/lib/http/routes';
import { settings } from '@/lib/server/config/settings';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { readAboutRequests } from '@/lib/server/notifications/about-requests';
import { storeNews } from '@/lib/server/notifications/plan';
import { now } from '@/lib/server/runtime/clock';

const BATCH_SIZE = 200;
// The last eighth of the time to decide, at most four hours.
const SOON = sql`least(interval '4 hours', (${withdrawalRequests.expiresAt} - ${withdrawalRequests.updatedAt}) / 8)`;

/**
 * Plans a reminder of every request that has waited for `NOTIFY_REMIND_MINUTES`, a notice to administrators of every
 * one that has waited for `NOTIFY_ESCALATE_MINUTES`, and one before it expires, once for each version; returns 0.
 */
export async function planReminders(): Promise<number> {
  const waited = sql`make_interval(mins => ${settings().NOTIFY_REMIND_MINUTES})`;
  const waitedLong = sql`make_interval(mins => ${settings().NOTIFY_ESCALATE_MINUTES})`;
  await inTransaction(async (transaction) => {
    await plan(transaction, 'request-expiring', lte(withdrawalRequests.expiresAt, sql`now() + ${SOON}`));
    await plan(transaction, 'approval-reminder', lte(withdrawalRequests.updatedAt, sql`now() - ${waited}`));
    await plan(transaction, 'approval-escalated', lte(withdrawalRequests.updatedAt, sql`now() - ${waitedLong}`));
  });
  return 0;
}

async function plan(
  transaction: Transaction,
  kind: 'request-expiring' | 'approval-reminder' | 'approval-escalated',
  isDue: SQL | undefined,
): Promise<void> {
  const { id, version, state, expiresAt } = withdrawalRequests;
  const source = sql`${`${kind} `}::text || ${id} || ' ' || ${version}`;
  const due = await transaction
    .select({ id, version })
    .from(withdrawalRequests)
    .where(
      and(
        eq(state, 'AWAITING_APPROVAL'),
        gt(expiresAt, sql`now()`),
        isDue,
        sql`not exists (select 1 from notices where source = ${source})`,
      ),
    )
    .limit(BATCH_SIZE);
  const requests = await readAboutRequests(
    transaction,
    due.map((request) => request.id),
  );
  await storeNews(
    transaction,
    due.flatMap((request) => {
      const about = requests.get(request.id);
      if (!about) return [];
      return [
        {
          kind,
          source: `${kind} ${request.id} ${request.version}`,
          path: routes.withdrawal(request.id),
          at: now(),
          actorId: null,
          about,
          proposalKind: undefined,
          namedIds: [],
        },
      ];
    }),
  );
}
