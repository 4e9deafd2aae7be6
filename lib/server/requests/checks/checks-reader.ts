import 'server-only';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { type ReadOnce, readSeparately } from '@/lib/server/requests/limits/read-once';
import { isSeeingLimited } from '@/lib/server/rights/read';
import { coalesce } from '@/lib/server/runtime/coalesce';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

// Checks compare a withdrawal with what every profile has. What they name and quote of it is stored with the request
// and shown to everybody who sees it, so it follows the request's own profile: docs/decisions/0049-rights-to-see.md.

/**
 * Gives the reader for whom the checks of a withdrawal name entries and quote amounts and memos: one who sees the
 * withdrawal's own profile; one who sees all where no right to see is in force.
 */
export async function checksReader(
  { profile_id: profileId }: Pick<WithdrawalBody, 'profile_id'>,
  once: ReadOnce = readSeparately,
): Promise<Reader> {
  // Shared: a hundred requests at once ask the same.
  const isLimited = await once('rights to see', () => coalesce('rights to see', null, isSeeingLimited));
  return isLimited ? { ...SYSTEM_READER, visibleProfiles: [profileId] } : SYSTEM_READER;
}

/**
 * Gives the data that checks may read for a person who asks and saves nothing: what they see. Undefined for all data:
 * for checks that are stored with a request, and for a person who sees every profile
 * (docs/decisions/0067-free-questions-answer-from-what-one-sees.md).
 */
export function limitedTo(asked: Reader | undefined): Reader | undefined {
  return asked === undefined || asked.visibleProfiles === 'all' ? undefined : asked;
}

// No profile has a space in its ID.
const NO_PROFILE = 'no profile';

/**
 * Gives a body as it is for checks: with a profile that does not exist in place of one that the reader may not see, so
 * that both get the same answer.
 */
export function withVisibleProfile(reader: Pick<Reader, 'visibleProfiles'>, body: WithdrawalBody): WithdrawalBody {
  return canSeeProfile(reader, body.profile_id) ? body : { ...body, profile_id: NO_PROFILE };
}
