import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { orderProfileChoices, type ProfileChoice } from '@/lib/profiles/choices';
import { log } from '@/lib/server/observability/log';
import { readProfileNames } from '@/lib/server/profiles/profile-names';
import { findRequestable } from '@/lib/server/rights/check';
import { readOwnProfiles, readSeenProfiles } from '@/lib/server/profiles/seen-profiles';

/**
 * Reads the profiles that a withdrawal form offers a reader: those last used first, then named ones, then others;
 * none from which their rights let them request nothing.
 * Undefined where they cannot be read: the form works without them.
 */
export async function readProfileChoices(reader: Reader): Promise<ProfileChoice[] | undefined> {
  try {
    const [named, seen, own] = await Promise.all([
      readProfileNames(reader),
      readSeenProfiles(reader),
      readOwnProfiles(reader),
    ]);
    const mayRequest = await findRequestable(reader, [...named, ...seen, ...own.map((id) => ({ id }))]);
    return orderProfileChoices({ named, seen: seen.map(({ id }) => id), own }).filter(({ id }) => mayRequest(id));
  } catch (error) {
    log.error({ err: error }, 'profiles could not be read; the form offers none');
    return undefined;
  }
}
