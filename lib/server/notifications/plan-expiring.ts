import 'server-only';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { routes } from '@/lib/http/routes';
import { inTransaction } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema';
import { readAboutRequests } from '@/lib/server/notifications/about-requests';
import { storeNews } from '@/lib/server/notifications/plan';
import { now } from '@/lib/server/runtime/clock';

const BATCH_SIZE = 200;
// The last eighth of the time to decide, at most four hours.
const SOON = sql`least(interval '4 hours', (${withdrawalRequests.expiresAt} - ${withdrawalRequests.updatedAt}) / 8)`;

/** Plans a notice for every request that expires soon, once for each version, and returns 0. */
export async function planExpiring(): Promise<number> {
  return inTransaction(async (transaction) => {
    const soon = await transaction
      .select({ id: withdrawalRequests.id, version: withdrawalRequests.version })
      .from(withdrawalRequests)
      .where(
        and(
          eq(withdrawalRequests.state, 'AWAITING_APPROVAL'),
          gt(withdrawalRequests.expiresAt, sql`now()`),
          lte(withdrawalRequests.expiresAt, sql`now() + ${SOON}`),
          sql`not exists (select 1 from notices where source = 'request-expiring ' || ${withdrawalRequests.id} || ' ' || ${withdrawalRequests.version})`,
        ),
      )
      .limit(BATCH_SIZE);
    const requests = await readAboutRequests(
      transaction,
      soon.map(({ id }) => id),
    );
    await storeNews(
      transaction,
      soon.flatMap(({ id, version }) => {
        const about = requests.get(id);
        return about
          ? [
              {
                kind: 'request-expiring' as const,
                source: `request-expiring ${id} ${version}`,
                path: routes.withdrawal(id),
                at: now(),
                actorId: null,
                about,
                proposalKind: undefined,
                namedIds: [],
              },
            ]
          : [];
      }),
    );
    return 0;
  });
}
