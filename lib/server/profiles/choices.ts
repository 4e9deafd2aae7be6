import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { orderProfileChoices, type ProfileCheck, type ProfileChoice, type UsualProfile } from '@/lib/profiles/choices';
import { MIN_USUAL } from '@/lib/recipients/paid';
import { log } from '@/lib/server/observability/log';
import { readProfileNames } from '@/lib/server/profiles/profile-names';
import { explainNoRequest, findRequestable } from '@/lib/server/rights/check';
import { readOwnProfiles, readSeenProfiles } from '@/lib/server/profiles/seen-profiles';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { storableText } from '@/lib/text/storable-text';
import { canonicalId, isAsciiId } from '@/lib/text/uuid';

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
    const mayRequest = await findRequestable(reader, [...named, ...seen, ...own]);
    return orderProfileChoices({ named, seen: seen.map(({ id }) => id), own: own.map(({ id }) => id) }).filter(
      ({ id }) => mayRequest(id),
    );
  } catch (error) {
    log.error({ err: error }, 'profiles could not be read; the form offers none');
    return undefined;
  }
}

/**
 * Reads the profile of the reader's latest requests where it is certain: all of them, and enough, name the same, and
 * the reader may still request from it. Undefined where it is not, or cannot be read.
 */
export async function readUsualProfile(reader: Reader): Promise<UsualProfile | undefined> {
  try {
    const [only, ...more] = await readOwnProfiles(reader);
    if (!only || more.length > 0 || only.requests < MIN_USUAL) return undefined;
    return (await findRequestable(reader, [only]))(only.id) ? only : undefined;
  } catch (error) {
    log.error({ err: error }, 'the usual profile could not be read; the form fills in none');
    return undefined;
  }
}

const questionSchema = z.object({ profile: storableText().trim().min(1).max(128).refine(isAsciiId) });

/**
 * Checks whether the person may request from a profile that the form does not list. Takes the query parameters,
 * unchecked. The answer to a hidden profile is that to one which their rights do not name.
 */
export async function checkProfile(input: unknown): Promise<Result<ProfileCheck, Denial>> {
  const person = await authorize('makeWithdrawal', { limit: 'read' });
  if (!person.ok) return person;
  const question = questionSchema.safeParse(input);
  if (!question.success) return ok({ reason: null });
  const id = canonicalId(question.data.profile);
  const mayRequest = await findRequestable(person.value, [{ id }]);
  return ok({ reason: mayRequest(id) ? null : explainNoRequest(id) });
}
