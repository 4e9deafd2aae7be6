import 'server-only';
import { compareRights, type ProfileRight } from '@/lib/rights/profile-rights';
import { areKnown } from '@/lib/server/people/are-known';
import { PROFILE_RIGHTS } from '@/lib/server/rights/read';
import { changeOf } from '@/lib/server/proposals/change-setting';
import { UUID } from '@/lib/text/uuid';

/** Replaces the rights to profiles, unless another version came into force since the proposal was written. */
export const profileRightsChange = changeOf<ProfileRight[]>(PROFILE_RIGHTS, {
  isSame: (before, after) => compareRights(before, after).length === 0,
  same: 'The proposed rights are the same as those in force.',
  outdated: () => 'The rights to profiles have changed since this change was proposed. Propose the change again.',
  findFault: async (rights, selecting) =>
    (await areKnown(
      rights.map(({ who }) => who).filter((who) => UUID.test(who)),
      selecting,
    ))
      ? undefined
      : 'A right names a person who has never signed in. Choose a person from the list.',
});
