import 'server-only';
import type { ProfileName } from '@/lib/profiles/find-name';
import { compareProfileNames, namesDenialReason } from '@/lib/profiles/profile-names';
import { PROFILE_NAMES } from '@/lib/server/profiles/profile-names';
import { changeOf } from '@/lib/server/proposals/change-setting';

/** Replaces the names of profiles, unless another version came into force since the proposal was written. */
export const profileNamesChange = changeOf<ProfileName[]>(PROFILE_NAMES, {
  isSame: (before, after) => compareProfileNames(before, after).length === 0,
  same: 'The proposed names are the same as those in force.',
  outdated: () => 'The names of profiles have changed since this change was proposed. Propose the change again.',
  // The list replaces all names: a person who does not see them all would remove the others.
  denialReason: namesDenialReason,
});
