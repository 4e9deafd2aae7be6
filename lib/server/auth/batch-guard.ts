import 'server-only';
import type { Capability } from '@/lib/identity/roles';
import { isStillAllowed } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';

/** The reason that an export's last line and its error give. */
export const EXPORT_ENDED =
  'This export is not complete: the session ended or lost a permission or a profile meanwhile. Sign in again and export again.';

/**
 * Creates the check before each batch of an export: whether the person's session is still active and their roles still
 * include the capability and the person still sees all the profiles that they saw. Where not, the check writes
 * `lastLine`, returns false, and throws when it is called for the next batch, so that the stream breaks off and the
 * download visibly fails.
 */
export function createBatchGuard(
  person: Person,
  capability: Capability,
  lastLine: string,
): (controller: ReadableStreamDefaultController<Uint8Array>) => Promise<boolean> {
  let isEnded = false;
  return async (controller) => {
    if (isEnded) throw new Error('export ended: the session has ended or lost the permission');
    isEnded = !(await isStillAllowed(person, capability));
    if (isEnded) controller.enqueue(new TextEncoder().encode(lastLine));
    return !isEnded;
  };
}
