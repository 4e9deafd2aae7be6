import 'server-only';
import { z } from 'zod';
import { canonicalIds, isAsciiId, NOT_ASCII_MESSAGE } from '@/lib/text/uuid';
import { changeOf } from '@/lib/server/proposals/change-setting';
import { EXTERNAL_PROFILES, readExternalProfiles } from '@/lib/server/settings/external-profiles';
import type { Denial } from '@/lib/http/denials';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { listProposals } from '@/lib/server/proposals/read';

const MAX_PROFILES = 50;

const profile = z
  .string()
  .trim()
  .min(1, 'Enter a profile ID.')
  .max(128, 'A profile ID has at most 128 characters.')
  .refine(isAsciiId, NOT_ASCII_MESSAGE);
const profilesSchema = z
  .array(profile)
  .max(MAX_PROFILES, `At most ${MAX_PROFILES} profiles.`)
  .transform((profiles) => canonicalIds(profiles).toSorted());

/** Change by which two people name the profiles from which others may send without an alarm. */
export const externalProfilesChange = changeOf<string[]>(EXTERNAL_PROFILES, {
  input: profilesSchema,
  isSame: (before, after) => before.join(' ') === after.join(' '),
  same: 'These profiles are already named.',
  outdated: () => 'The list of profiles has changed since this change was proposed. Propose the change again.',
  denialReason: ({ visibleProfiles }) =>
    visibleProfiles === 'all'
      ? undefined
      : 'Only people who see all profiles list the profiles from which others may send.',
});

/** The profiles from which others may send, the number of that list, and the proposals to change it. */
interface ExternalProfilesView {
  version: number;
  profiles: string[];
  proposals: ProposalView[];
}

/** Reads the profiles from which others may send; null for a reader who does not see every profile. */
export async function readExternalProfilesView(): Promise<Result<ExternalProfilesView | null, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  if (reader.value.visibleProfiles !== 'all') return ok(null);
  const [current, proposals] = await Promise.all([
    readExternalProfiles(),
    listProposals('external-profiles', 'external-profiles', reader.value),
  ]);
  return ok({ ...current, proposals });
}
