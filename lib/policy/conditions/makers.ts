import { z } from 'zod';
import { type Condition, draftOfList, list, ownValue } from '@/lib/policy/conditions/condition';
import { joinList } from '@/lib/text/join-list';

/** The requester is one of these people, by ID. Policies were signed with the older name, so it stays. */
export const makers: Condition<string[]> = {
  schema: list,
  holds: (named, { makerId }) => named.includes(makerId),
  comparison: { list: (named) => named },
  describe: (named, { people }) => {
    const known = named.map((id) => ownValue(people, id) ?? 'an unknown person');
    return `if ${joinList(known, 'or')} requests the withdrawal`;
  },
  explain: () => 'the rule names the requester',
  example: ([makerId = ''], calm) => ({ ...calm, makerId }),
  draft: draftOfList(z.array(z.string())),
};
