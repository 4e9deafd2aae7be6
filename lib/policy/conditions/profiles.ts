import { z } from 'zod';
import { type Condition, draftOfList, filled, list, ownValue, text } from '@/lib/policy/conditions/condition';
import { profileKey } from '@/lib/profiles/find-name';
import { joinList } from '@/lib/text/join-list';
import { canonicalIds, isAsciiId, isSameId, NOT_ASCII_MESSAGE } from '@/lib/text/uuid';

/** The money comes from one of these profiles, whichever spelling of the ID a rule has. */
export const profiles: Condition<string[]> = {
  schema: z.array(text(128).refine(isAsciiId, NOT_ASCII_MESSAGE)).min(1).max(200).transform(canonicalIds),
  stored: list,
  holds: (named, { profileId }) => named.some((one) => isSameId(one, profileId)),
  comparison: { list: (named) => named.map(profileKey) },
  describe: (named, { profiles: names }) =>
    `for profile ${joinList(
      named.map((id) => ownValue(names, profileKey(id)) ?? id),
      'or',
    )}`,
  explain: (_named, { profileId }) => `the profile is ${profileId}`,
  example: ([profileId = ''], calm) => ({ ...calm, profileId }),
  draft: { ...draftOfList(z.array(z.string())), read: (draft) => filled(canonicalIds(draft)) },
};
