import 'server-only';
import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { canonicalIds, isAsciiId, NOT_ASCII_MESSAGE } from '@/lib/text/uuid';
import { fail, ok } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { externalProfiles } from '@/lib/server/database/schema/proposals';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import type { ExternalProfilesChange } from '@/lib/transfer-watch/contract';

const MAX_PROFILES = 50;

const profile = z
  .string()
  .trim()
  .min(1, 'Enter a profile ID.')
  .max(128, 'A profile ID has at most 128 characters.')
  .refine(isAsciiId, NOT_ASCII_MESSAGE);
const changeSchema = z.strictObject({
  basedOn: z.number().int().nonnegative(),
  profiles: z
    .array(profile)
    .max(MAX_PROFILES, `At most ${MAX_PROFILES} profiles.`)
    .transform((profiles) => canonicalIds(profiles).toSorted()),
});

/** Reads the profiles from which others may send, and the number of the list in force; 0 where there was none yet. */
export async function readExternalProfiles(
  reader: Pick<Transaction, 'select'> = database(),
): Promise<{ version: number; profiles: string[] }> {
  const [current] = await reader
    .select({ version: externalProfiles.version, profiles: externalProfiles.profiles })
    .from(externalProfiles)
    .orderBy(desc(externalProfiles.version))
    .limit(1);
  return current ?? { version: 0, profiles: [] };
}

/** Change by which two people name the profiles from which others may send without an alarm. */
export const externalProfilesChange: TwoPersonChange<ExternalProfilesChange> = {
  kind: 'external-profiles',
  capability: 'judgeTransfers',
  payloadSchema: changeSchema,
  prepare: async ({ payload, person }) => {
    if (person.visibleProfiles !== 'all') return fail(ONLY_WHO_SEES_ALL);
    const current = await readExternalProfiles();
    if (current.version !== payload.basedOn) return fail(OUTDATED);
    return current.profiles.join(' ') === payload.profiles.join(' ')
      ? fail('These profiles are already named.')
      : ok(payload);
  },
  apply: async (transaction, { payload: { basedOn, profiles }, proposalId }) => {
    const before = await readExternalProfiles(transaction);
    const version = basedOn + 1;
    // The version is the key: of two concurrent changes the second waits here for the first, then inserts nothing.
    const [inserted] =
      before.version === basedOn
        ? await transaction
            .insert(externalProfiles)
            .values({ version, profiles, proposalId })
            .onConflictDoNothing()
            .returning({ version: externalProfiles.version })
        : [];
    return inserted ? ok({ before, after: { version, profiles } }) : fail(OUTDATED);
  },
};

const OUTDATED = 'The list of profiles has changed since this change was proposed. Propose the change again.';
const ONLY_WHO_SEES_ALL = 'Only people who see all profiles list the profiles from which others may send.';
