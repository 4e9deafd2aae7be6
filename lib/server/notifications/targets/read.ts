import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import type { TargetsView } from '@/lib/notifications/contract';
import { type NotificationTarget, targetMembers } from '@/lib/notifications/targets';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database, type Transaction } from '@/lib/server/database/client';
import { listProposals } from '@/lib/server/proposals/read';
import { readSetting, readSettingVersions, type Setting } from '@/lib/server/settings/versions';

/** Where notifications go beside people, which two administrators change. */
export const NOTIFICATION_TARGETS: Setting<NotificationTarget[]> = {
  kind: 'notification-targets',
  schema: z.array(z.strictObject({ ...targetMembers, sealed: z.string(), host: z.string(), ending: z.string() })),
  initial: [],
};

/** Reads the targets in force together with their version. */
export async function currentTargets(
  selecting?: Pick<Transaction, 'select'>,
): Promise<{ version: number; targets: NotificationTarget[] }> {
  const { version, value } = await readSetting(NOTIFICATION_TARGETS, selecting);
  return { version, targets: value };
}

/** Reads the targets with their history, proposed changes, and how delivery to each goes. */
export async function readTargets(): Promise<Result<TargetsView, Denial>> {
  const reader = await authorize('readNotificationTargets');
  if (!reader.ok) return reader;
  const [[current, ...history], proposed, deliveries] = await Promise.all([
    readSettingVersions(NOTIFICATION_TARGETS, ({ value, ...version }) => ({ ...version, targets: value })),
    listProposals('notification-targets', 'notification-targets', reader.value),
    readDeliveries(),
  ]);
  return ok({ current, history, proposals: proposed, deliveries });
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
