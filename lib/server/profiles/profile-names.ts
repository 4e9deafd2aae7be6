import 'server-only';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { findProfileName, indexProfileNames, type ProfileName } from '@/lib/profiles/find-name';
import {
  compareProfileNames,
  namesDenialReason,
  profileNamesSchema,
  sortProfileNames,
} from '@/lib/profiles/profile-names';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Transaction } from '@/lib/server/database/client';
import { readSeenProfiles, type SeenProfile } from '@/lib/server/profiles/seen-profiles';
import { listProposals } from '@/lib/server/proposals/read';
import { readSetting, readSettingVersions, type Setting, type SettingVersion } from '@/lib/server/settings/versions';
import { changeOf } from '@/lib/server/proposals/change-setting';

/** Names of profiles that are or were in force; version 0 has none. */
export interface ProfileNamesVersion extends Omit<SettingVersion<ProfileName[]>, 'value'> {
  profiles: ProfileName[];
}

/** Data of the page of profiles. */
export interface ProfilesView {
  current: ProfileNamesVersion;
  /** Earlier versions, newest first, at most 50. */
  history: ProfileNamesVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
  /** Profiles of transfers and requests, the most used first. */
  seen: SeenProfile[];
}

/** The names of profiles, which two administrators change. */
const PROFILE_NAMES: Setting<ProfileName[]> = { kind: 'profile-names', schema: profileNamesSchema, initial: [] };

/** Reads the named profiles that a reader may see, by name. */
export async function readProfileNames(reader: Reader): Promise<ProfileName[]> {
  const { profiles } = await currentProfileNames();
  return sortProfileNames(profiles.filter(({ id }) => canSeeProfile(reader, id)));
}

/** Reads the name of one profile, in any spelling of its ID; undefined for one without a name. */
export async function readProfileName(reader: Reader, id: string): Promise<string | undefined> {
  return findProfileName(indexProfileNames(await readProfileNames(reader)), id);
}

/** Reads the names in force together with their version. For changes, which concern all profiles. */
export async function currentProfileNames(
  selecting?: Pick<Transaction, 'select'>,
): Promise<Pick<ProfileNamesVersion, 'version' | 'profiles'>> {
  const { version, value } = await readSetting(PROFILE_NAMES, selecting);
  return { version, profiles: value };
}

/** Reads the named and the seen profiles with the history of names, for a person who may read withdrawals. */
export async function readProfiles(): Promise<Result<ProfilesView, Denial>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const reader = person.value;
  const [[current, ...history], proposed, seen] = await Promise.all([
    readSettingVersions(PROFILE_NAMES, ({ value, comment, ...version }) => ({
      ...version,
      profiles: value.filter(({ id }) => canSeeProfile(reader, id)),
      // A comment may name any profile.
      comment: reader.visibleProfiles === 'all' ? comment : null,
    })),
    listProposals('profile-names', 'profile-names', reader),
    readSeenProfiles(reader),
  ]);
  return ok({ current, history, proposals: proposed, seen });
}

/** Replaces the names of profiles, unless another version came into force since the proposal was written. */
export const profileNamesChange = changeOf<ProfileName[]>(PROFILE_NAMES, {
  isSame: (before, after) => compareProfileNames(before, after).length === 0,
  same: 'The proposed names are the same as those in force.',
  outdated: () => 'The names of profiles have changed since this change was proposed. Propose the change again.',
  // The list replaces all names: a person who does not see them all would remove the others.
  denialReason: namesDenialReason,
});
