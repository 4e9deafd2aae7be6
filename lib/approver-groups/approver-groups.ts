import { z } from 'zod';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { joinList } from '@/lib/text/join-list';
import { UUID } from '@/lib/text/uuid';

/** A group of people whose approvals a rule of the policy can ask for. */
export interface ApproverGroup {
  name: string;
  /** IDs of its members; empty for a group of the identity provider. */
  members: string[];
  /**
   * Value of the groups claim whose holders are members, as they last signed in; null for a group that is kept here.
   */
  claim: string | null;
}

const MAX_GROUPS = 50;
const MAX_MEMBERS = 200;

/** Schema of the name of a group. Statements name groups as `group:NAME` (lib/proof/kinds.ts), so it fits there. */
export const groupNameSchema = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u,
    'Enter a name of at most 80 letters, digits, spaces, full stops and hyphens, beginning with a letter or digit.',
  )
  .refine((name) => name.normalize('NFC') === name, 'Enter the name without combining characters.')
  .refine((name) => findHiddenCharacter(name) === undefined, 'This contains an invisible character.');

/** Schema of all groups as they are stored and proposed. */
export const approverGroupsSchema = z
  .array(
    z.strictObject({
      name: groupNameSchema,
      members: z
        .array(z.string().regex(UUID, 'Choose a person from the list.'))
        .max(MAX_MEMBERS, `A group has at most ${MAX_MEMBERS} members.`),
      claim: z.string().trim().min(1, 'Enter the value of the claim.').max(200, 'At most 200 characters.').nullable(),
    }),
  )
  .max(MAX_GROUPS, `There can be at most ${MAX_GROUPS} groups.`)
  .superRefine((groups, context) => {
    const seen = new Set<string>();
    groups.forEach(({ name, members, claim }, index) => {
      const addIssue = (member: keyof ApproverGroup, message: string) =>
        context.addIssue({ code: 'custom', path: [index, member], message });
      if (seen.has(name.toLowerCase())) addIssue('name', 'Another group has this name.');
      seen.add(name.toLowerCase());
      if (new Set(members).size < members.length) addIssue('members', 'Choose each person once.');
      if (claim !== null && members.length > 0)
        addIssue('members', 'The identity provider names the members of this group.');
    });
  });

/** Form in which administrators change groups. The two lists are kept apart, so that a change of mind loses nothing. */
export const groupsFormSchema = z.object({
  groups: z
    .array(
      z
        .strictObject({
          name: z.string(),
          from: z.enum(['console', 'claim']),
          members: z.array(z.string()),
          claim: z.string(),
        })
        .transform(({ name, from, members, claim }) => ({
          name,
          members: from === 'console' ? members : [],
          claim: from === 'claim' ? claim : null,
        })),
    )
    .pipe(approverGroupsSchema),
});
export type GroupsForm = z.input<typeof groupsFormSchema>;

/** Tells whether a person is a member of a group; `claims` are the values of their groups claim. */
export function isMember(
  { members, claim }: ApproverGroup,
  { id, claims }: { id: string; claims: readonly string[] },
): boolean {
  return members.includes(id) || (claim !== null && claims.includes(claim));
}

/** Describes a group as a sentence: "Treasury leads are Ada Lovelace and Alan Turing." `people` gives labels by ID. */
export function describeGroup({ name, members, claim }: ApproverGroup, people: ReadonlyMap<string, string>): string {
  if (claim !== null) return `${name}: everyone with “${claim}” in the groups claim of the identity provider.`;
  if (members.length === 0) return `${name}: nobody.`;
  return `${name}: ${joinList(members.map((id) => people.get(id) ?? 'a person who is no longer known'))}.`;
}

/** Difference of one group between two versions; null on the side that lacks it. */
export interface GroupChange {
  name: string;
  before: ApproverGroup | null;
  after: ApproverGroup | null;
}

/** Compares two versions of the groups: new and changed ones in the new order, then removed ones. */
export function compareGroups(before: readonly ApproverGroup[], after: readonly ApproverGroup[]): GroupChange[] {
  const find = (groups: readonly ApproverGroup[], name: string) => groups.find((group) => group.name === name) ?? null;
  const changed = after.map((group) => ({ name: group.name, before: find(before, group.name), after: group }));
  const removed = before
    .filter(({ name }) => find(after, name) === null)
    .map((group) => ({ name: group.name, before: group, after: null }));
  return [...changed.filter((change) => !isSame(change.before, change.after)), ...removed];
}

function isSame(one: ApproverGroup | null, other: ApproverGroup): boolean {
  if (one === null || one.claim !== other.claim) return false;
  return one.members.toSorted().join(' ') === other.members.toSorted().join(' ');
}
