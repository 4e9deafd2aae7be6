import 'server-only';
import { z } from 'zod';
import type { ProfileName } from '@/lib/profiles/find-name';
import { compareProfileNames, namesDenialReason, profileNamesSchema } from '@/lib/profiles/profile-names';
import { fail, ok } from '@/lib/result';
import { profileNames } from '@/lib/server/database/schema/proposals';
import { currentProfileNames } from '@/lib/server/profiles/profile-names';
import type { TwoPersonChange } from '@/lib/server/proposals/change';

const changeSchema = z.strictObject({ basedOn: z.number().int().nonnegative(), profiles: profileNamesSchema });

/** Content of a proposal to name profiles. */
export interface ProfileNamesPayload {
  /** Version that the new names were written against; 0 where there was none yet. */
  basedOn: number;
  /** Every named profile after the change; one that is left out loses its name. */
  profiles: ProfileName[];
}

/** Replaces the names of profiles, unless another version came into force since the proposal was written. */
export const profileNamesChange: TwoPersonChange<ProfileNamesPayload> = {
  kind: 'profile-names',
  capability: 'nameProfiles',
  payloadSchema: changeSchema,
  prepare: async ({ payload, person }) => {
    // The list replaces all names: whoever does not see them all would remove the others.
    const reason = namesDenialReason(person);
    if (reason !== undefined) return fail(reason);
    const current = await currentProfileNames();
    if (current.version !== payload.basedOn) return fail(OUTDATED);
    return compareProfileNames(current.profiles, payload.profiles).length === 0
      ? fail('The proposed names are the same as those in force.')
      : ok(payload);
  },
  apply: async (transaction, { payload: { basedOn, profiles }, proposalId }) => {
    const before = await currentProfileNames(transaction);
    const version = basedOn + 1;
    // The version is the key: of two concurrent changes the second waits here for the first, then inserts nothing.
    const [inserted] =
      before.version === basedOn
        ? await transaction
            .insert(profileNames)
            .values({ version, names: profiles, proposalId })
            .onConflictDoNothing()
            .returning({ version: profileNames.version })
        : [];
    if (!inserted) return fail(OUTDATED);
    return ok({ before: { version: before.version, profiles: before.profiles }, after: { version, profiles } });
  },
};

const OUTDATED = 'The names of profiles have changed since this change was proposed. Propose the change again.';
