import 'server-only';
import { z } from 'zod';
import {
  compareTargets,
  type NotificationTarget,
  refineTargets,
  targetMembers,
  targetUrlSchema,
} from '@/lib/notifications/targets';
import { fail, ok } from '@/lib/result';
import { notificationTargets } from '@/lib/server/database/schema/notices';
import { addressDenialReason } from '@/lib/server/notifications/targets/post';
import { currentTargets } from '@/lib/server/notifications/targets/read';
import { openAddress, sealAddress } from '@/lib/server/notifications/targets/seal';
import type { TwoPersonChange } from '@/lib/server/proposals/change';

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

const changeSchema = z.strictObject({
  basedOn: z.number().int().nonnegative(),
  targets: z.array(targetSchema).superRefine(refineTargets),
});

/** Content of a proposal to change where notifications go beside people. */
export interface TargetsPayload {
  /** Version that the change starts from; 0 where there was none yet. */
  basedOn: number;
  /** Every target after the change. */
  targets: NotificationTarget[];
}

/** Replaces the targets, unless another version came into force since the proposal was written. */
export const targetsChange: TwoPersonChange<TargetsPayload> = {
  kind: 'notification-targets',
  capability: 'changeNotificationTargets',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const current = await currentTargets();
    if (current.version !== payload.basedOn) return fail(OUTDATED);
    return compareTargets(current.targets, payload.targets).length === 0
      ? fail('The proposed targets are the same as those in force.')
      : ok(payload);
  },
  apply: async (transaction, { payload: { basedOn, targets }, proposalId }) => {
    const before = await currentTargets(transaction);
    const version = basedOn + 1;
    // The version is the key: of two concurrent changes the second waits here for the first, then inserts nothing.
    const [inserted] =
      before.version === basedOn
        ? await transaction
            .insert(notificationTargets)
            .values({ version, targets, proposalId })
            .onConflictDoNothing()
            .returning({ version: notificationTargets.version })
        : [];
    if (!inserted) return fail(OUTDATED);
    return ok({ before: { version: before.version, targets: before.targets }, after: { version, targets } });
  },
};

const OUTDATED = 'The targets have changed since this change was proposed. Propose the change again.';
