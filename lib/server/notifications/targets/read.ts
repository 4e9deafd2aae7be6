import 'server-only';
import { desc, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import type { TargetsVersion, TargetsView } from '@/lib/notifications/contract';
import type { NotificationTarget } from '@/lib/notifications/targets';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database, type Transaction } from '@/lib/server/database/client';
import { notificationTargets } from '@/lib/server/database/schema/notices';
import { withConfirmations } from '@/lib/server/proposals/confirmations';
import { listProposals } from '@/lib/server/proposals/read';

const MAX_VERSIONS = 50;
const NO_TARGETS: TargetsVersion = {
  version: 0,
  targets: [],
  activeFrom: null,
  proposedBy: null,
  confirmedBy: null,
  comment: null,
};

/** Reads the targets in force together with their version. */
export async function currentTargets(
  selecting: Pick<Transaction, 'select'> = database(),
): Promise<{ version: number; targets: NotificationTarget[] }> {
  const [row] = await selecting
    .select({ version: notificationTargets.version, targets: notificationTargets.targets })
    .from(notificationTargets)
    .orderBy(desc(notificationTargets.version))
    .limit(1);
  return row ?? NO_TARGETS;
}

/** Reads the targets with their history, proposed changes, and how delivery to each goes. */
export async function readTargets(): Promise<Result<TargetsView, Denial>> {
  const reader = await authorize('readNotificationTargets');
  if (!reader.ok) return reader;
  const [[current = NO_TARGETS, ...history], proposed, deliveries] = await Promise.all([
    readVersions(),
    listProposals('notification-targets', 'notification-targets', reader.value),
    readDeliveries(),
  ]);
  return ok({ current, history, proposals: proposed, deliveries });
}

async function readVersions(): Promise<TargetsVersion[]> {
  const rows = await database()
    .select()
    .from(notificationTargets)
    .orderBy(desc(notificationTargets.version))
    .limit(MAX_VERSIONS);
  const versions = (await withConfirmations(rows)).map(({ row: { version, targets, activeFrom }, confirmation }) => ({
    version,
    targets,
    activeFrom: activeFrom.toISOString(),
    ...confirmation,
  }));
  return rows.length < MAX_VERSIONS ? [...versions, NO_TARGETS] : versions;
}

/** Reads what was last delivered to each target, and what waits or was given up. */
async function readDeliveries(): Promise<TargetsView['deliveries']> {
  const { rows } = await database().execute<TargetsView['deliveries'][number]>(sql`
    select target_id as "targetId",
      to_json(max(ended_at) filter (where state = 'SENT')) #>> '{}' as "sentAt",
      count(*) filter (where state = 'QUEUED')::int as queued,
      count(*) filter (where state = 'DEAD' and ended_at > now() - interval '7 days')::int as dead,
      (array_agg(failure order by coalesce(ended_at, due_at) desc) filter (where failure is not null and state <> 'SENT'))[1] as failure
    from target_deliveries group by target_id`);
  return rows;
}
