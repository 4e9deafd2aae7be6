import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import type { TargetsView } from '@/lib/notifications/contract';
import {
  compareTargets,
  type NotificationTarget,
  refineTargets,
  targetMembers,
  targetUrlSchema,
} from '@/lib/notifications/targets';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database, type Transaction } from '@/lib/server/database/client';
import { listProposals } from '@/lib/server/proposals/read';
import { readSetting, readSettingVersions, type Setting } from '@/lib/server/settings/versions';
import { addressDenialReason } from '@/lib/server/notifications/targets/post';
import { openAddress, sealAddress } from '@/lib/server/notifications/targets/seal';
import { changeOf } from '@/lib/server/proposals/change-setting';

/** Where notifications go beside people, which two administrators change. */
const NOTIFICATION_TARGETS: Setting<NotificationTarget[]> = {
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

const ENDING = 4;

/** What people recognise an address by, that was entered or sealed before; undefined for one that cannot be read. */
function describeAddress(given: { url: string } | { sealed: string }) {
  const address = 'url' in given ? new URL(given.url).href : openAddress(given.sealed);
  if (address === undefined) return undefined;
  const { host, pathname, search } = new URL(address);
  const rest = pathname + search;
  return { sealed: sealAddress(address), host, ending: rest.length > ENDING * 2 ? rest.slice(-ENDING) : '' };
}

// The address is sealed while it is read, so that no later step, and no entry of the audit log, ever has it.
const targetSchema = z
  .union([
    z.strictObject({ ...targetMembers, url: targetUrlSchema }),
    z.strictObject({ ...targetMembers, sealed: z.string().max(8000), host: z.string(), ending: z.string() }),
  ])
  .transform((given, context): NotificationTarget => {
    const reason = 'url' in given ? addressDenialReason(given.url) : undefined;
    const address = reason === undefined ? describeAddress(given) : undefined;
    if (!address) context.addIssue({ code: 'custom', message: reason ?? UNREADABLE });
    const { id, channel, label, kinds, secrets } = given;
    return { id, channel, label, kinds, secrets, ...(address ?? { sealed: '', host: '', ending: '' }) };
  });

const UNREADABLE =
  'The console cannot read the stored address of a target any more, since NEXTAUTH_SECRET changed. Enter it again.';

/** Replaces the targets, unless another version came into force since the proposal was written. */
export const targetsChange = changeOf<NotificationTarget[]>(NOTIFICATION_TARGETS, {
  input: z.array(targetSchema).superRefine(refineTargets),
  isSame: (before, after) => compareTargets(before, after).length === 0,
  same: 'The proposed targets are the same as those in force.',
  outdated: () => 'The targets have changed since this change was proposed. Propose the change again.',
});
