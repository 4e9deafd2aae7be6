/**
 * The approvals that a rule asks for, as places that people fill: some for members of a group, the others for anyone
 * with the role. A person fills one place. Whether approvals are enough does not depend on their order: people are
 * moved between the places that they can fill until as many as possible are filled.
 */

/** Approvals that members of one group give. */
export interface GroupNeed {
  /** Name of the group (lib/approver-groups/approver-groups.ts). */
  group: string;
  count: number;
}

/** Approvals by different people: `count` in all, of which some by members of groups. */
export interface Needs {
  count: number;
  groups: readonly GroupNeed[];
}

/** A person who approved or could approve, with the groups that they count in. */
export interface GroupMember {
  id: string;
  groups: readonly string[];
}

/** A need with the people who fill it. `group` is null for what everybody with the role can fill. */
export interface FilledNeed<Member extends GroupMember = GroupMember> {
  group: string | null;
  count: number;
  filledBy: Member[];
}

/** Gives the number of people that needs take: never fewer than their groups. */
export function countPeople({ count, groups }: Needs): number {
  return Math.max(count, sumCounts(groups));
}

/** Sums what groups are asked for. */
export function sumCounts(groups: readonly GroupNeed[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Joins what two rules ask of groups, so that what fills the result fills both: the greater count of each group. */
export function joinGroupNeeds(one: readonly GroupNeed[], other: readonly GroupNeed[]): GroupNeed[] {
  const counts = new Map<string, number>();
  for (const { group, count } of [...one, ...other]) counts.set(group, Math.max(count, counts.get(group) ?? 0));
  return [...counts].map(([group, count]) => ({ group, count }));
}

/** Tells whether needs ask every group for at least what others do. */
export function coversGroups(needs: readonly GroupNeed[], others: readonly GroupNeed[]): boolean {
  return others.every(({ group, count }) => needs.some((need) => need.group === group && need.count >= count));
}

/** Tells whether a person in these groups can fill a place at all, no matter who has approved so far. */
export function canFillPlace(needs: Needs, groups: readonly string[]): boolean {
  return countPeople(needs) > sumCounts(needs.groups) || needs.groups.some(({ group }) => groups.includes(group));
}

/**
 * Gives each need with the people who fill it: as many places as these people can fill. A person in the list twice
 * fills one place. Earlier people keep a place that they can keep.
 */
export function fillNeeds<Member extends GroupMember>(needs: Needs, people: readonly Member[]): FilledNeed<Member>[] {
  const free = countPeople(needs) - sumCounts(needs.groups);
  const filled: FilledNeed<Member>[] = [...needs.groups, ...(free > 0 ? [{ group: null, count: free }] : [])].map(
    ({ group, count }) => ({ group, count, filledBy: [] }),
  );
  const different = people.filter(({ id }, index) => people.findIndex((other) => other.id === id) === index);
  for (const person of different) seat(filled, person, new Set());
  return filled;
}

/** Counts the places that these people fill. */
export function countFilled(needs: Needs, people: readonly GroupMember[]): number {
  return fillNeeds(needs, people).reduce((sum, { filledBy }) => sum + filledBy.length, 0);
}

/** Tells whether these people fill every place. */
export function isFilled(needs: Needs, people: readonly GroupMember[]): boolean {
  return countFilled(needs, people) === countPeople(needs);
}

// Augmenting paths of bipartite matching: a person with a place moves to another one where that lets one more in.
function seat<Member extends GroupMember>(filled: FilledNeed<Member>[], person: Member, tried: Set<unknown>): boolean {
  for (const need of filled) {
    if (tried.has(need) || (need.group !== null && !person.groups.includes(need.group))) continue;
    tried.add(need);
    if (need.filledBy.length < need.count) {
      need.filledBy.push(person);
      return true;
    }
    for (const [index, seated] of need.filledBy.entries()) {
      if (!seat(filled, seated, tried)) continue;
      need.filledBy[index] = person;
      return true;
    }
  }
  return false;
}
