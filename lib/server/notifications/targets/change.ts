import 'server-only';
import { z } from 'zod';
import {
  compareTargets,
  type NotificationTarget,
  refineTargets,
  targetMembers,
  targetUrlSchema,
} from '@/lib/notifications/targets';
import { addressDenialReason } from '@/lib/server/notifications/targets/post';
import { NOTIFICATION_TARGETS } from '@/lib/server/notifications/targets/read';
import { openAddress, sealAddress } from '@/lib/server/notifications/targets/seal';
import { changeOf } from '@/lib/server/proposals/change-setting';

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
