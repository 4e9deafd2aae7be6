import 'server-only';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { fail, ok } from '@/lib/result';
import { compareRights, type ProfileRight, profileRightsSchema } from '@/lib/rights/profile-rights';
import { database } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { profileRights } from '@/lib/server/database/schema/proposals';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import { currentRights } from '@/lib/server/rights/read';
import { UUID } from '@/lib/text/uuid';

const changeSchema = z.strictObject({ basedOn: z.number().int().nonnegative(), rights: profileRightsSchema });

/** Content of a proposal to change who may use which profiles. */
export interface ProfileRightsPayload {
  /** Version that the new rights were written against; 0 where there was none yet. */
  basedOn: number;
  /** Every right after the change. */
  rights: ProfileRight[];
}

/** Replaces the rights to profiles, unless another version came into force since the proposal was written. */
export const profileRightsChange: TwoPersonChange<ProfileRightsPayload> = {
  kind: 'profile-rights',
  capability: 'changeProfileRights',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const current = await currentRights();
    if (current.version !== payload.basedOn) return fail(OUTDATED);
    if (compareRights(current.rights, payload.rights).length === 0)
      return fail('The proposed rights are the same as those in force.');
    return (await areKnown(payload.rights)) ? ok(payload) : fail(UNKNOWN_PERSON);
  },
  apply: async (transaction, { payload: { basedOn, rights }, proposalId }) => {
    const before = await currentRights(transaction);
    const version = basedOn + 1;
    // The version is the key: of two concurrent changes the second waits here for the first, then inserts nothing.
    const [inserted] =
      before.version === basedOn
        ? await transaction
            .insert(profileRights)
            .values({ version, rights, proposalId })
            .onConflictDoNothing()
            .returning({ version: profileRights.version })
        : [];
    if (!inserted) return fail(OUTDATED);
    return ok({ before: { version: before.version, rights: before.rights }, after: { version, rights } });
  },
};

async function areKnown(rights: readonly ProfileRight[]): Promise<boolean> {
  const ids = [...new Set(rights.map(({ who }) => who).filter((who) => UUID.test(who)))];
  const known = await database().select({ id: people.id }).from(people).where(inArray(people.id, ids));
  return known.length === ids.length;
}

const OUTDATED = 'The rights to profiles have changed since this change was proposed. Propose the change again.';
const UNKNOWN_PERSON = 'A right names somebody who has never signed in. Choose a person from the list.';
