import { type GroupMember, isFilled, type Needs } from '@/lib/approver-groups/needs';
import { joinList } from '@/lib/text/join-list';

// The console learns of approvers when they first sign in; until two have, it assumes that two exist.
const ASSUMED_APPROVERS = 2;

/** The people apart from the requester who could approve in one role for one profile. */
export interface Approvers {
  /** Those who hold the role, and how many of them may approve for the profile. */
  known: number;
  allowed: number;
  /** Those allowed whose approvals count now, with their groups. Read only where groups are asked for. */
  members: readonly GroupMember[];
}

/** Tells why the approvals that are asked for cannot come together. */
export type Shortage =
  | { kind: 'people'; allowed: number; isLimited: boolean }
  | { kind: 'groups'; able: readonly { group: string; count: number }[] };

/**
 * Finds why too few people can approve, counted or matched to the groups that are asked for; undefined where enough
 * can.
 */
export function findShortage(needs: Needs, { known, allowed, members }: Approvers): Shortage | undefined {
  const isLimited = allowed < known;
  // Rights that leave a person out were written for people who are known: nobody is assumed beside them.
  if (needs.count > (isLimited ? allowed : Math.max(known, ASSUMED_APPROVERS)))
    return { kind: 'people', allowed, isLimited };
  if (needs.groups.length === 0 || isFilled(needs, members)) return undefined;
  const able = needs.groups.map(({ group }) => ({
    group,
    count: members.filter(({ groups }) => groups.includes(group)).length,
  }));
  return { kind: 'groups', able };
}

/** Describes who can approve in a shortage: “one person”, or “nobody of Leads and 2 people of Operations”. */
export function describeAble(shortage: Shortage): string {
  if (shortage.kind === 'people') return describePeople(shortage.allowed);
  return joinList(shortage.able.map(({ group, count }) => `${describePeople(count)} of ${group}`));
}

function describePeople(count: number): string {
  return count === 0 ? 'nobody' : count === 1 ? 'one person' : `${count} people`;
}
