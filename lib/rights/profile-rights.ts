import { z } from 'zod';
import { canSeeProfile } from '@/lib/identity/reader';
import { ROLES } from '@/lib/identity/roles';
import { profileKey, type ProfileNames, describeProfile } from '@/lib/profiles/find-name';
import { profileIdSchema } from '@/lib/profiles/profile-names';
import { joinList } from '@/lib/text/join-list';
import { UUID } from '@/lib/text/uuid';

/** What a right is about, as stored: requesting withdrawals from a profile, deciding on them, or seeing what it has. */
const ACTIONS = ['request', 'approve', 'see'] as const;
type RightAction = (typeof ACTIONS)[number];

/**
 * Limits one role, or one person, to the profiles listed. What a person's own right says counts before what their
 * role's says; where neither is listed, all profiles are allowed. An empty list allows none. A person with several
 * roles sees what one of them sees. Nobody requests from or decides for a profile that they do not see.
 */
export interface ProfileRight {
  may: RightAction;
  /** A role, or the ID of a person. */
  who: string;
  /** Profile IDs in canonical form (lib/text/uuid). */
  profiles: string[];
}

/** Roles that may do each action at all, as the table of capabilities says. */
export const ROLES_THAT = {
  request: ['finance'],
  approve: ['approver', 'admin'],
  see: ROLES,
} as const satisfies Record<RightAction, readonly (typeof ROLES)[number][]>;

const MAX_RIGHTS = 200;
const MAX_PROFILES = 100;

/** Schema of all rights as they are stored and proposed. Each role and each person has one right for each action. */
export const profileRightsSchema = z
  .array(
    z.strictObject({
      may: z.enum(ACTIONS),
      who: z.union([z.enum(ROLES), z.string().regex(UUID, 'Choose a role or a person.')]),
      profiles: z.array(profileIdSchema).max(MAX_PROFILES, `List at most ${MAX_PROFILES} profiles.`),
    }),
  )
  .max(MAX_RIGHTS, `List at most ${MAX_RIGHTS} rights.`)
  .superRefine((rights, context) => {
    const seen = new Set<string>();
    rights.forEach((right, index) => {
      const addIssue = (member: keyof ProfileRight, message: string) =>
        context.addIssue({ code: 'custom', path: [index, member], message });
      if (isRole(right.who) && !(ROLES_THAT[right.may] as readonly string[]).includes(right.who))
        addIssue('who', `The role ${right.who} cannot ${splitVerb(VERBS[right.may])[0]} anyway.`);
      if (seen.has(keyOf(right))) addIssue('who', 'This right is in the list twice.');
      seen.add(keyOf(right));
      if (new Set(right.profiles.map(profileKey)).size < right.profiles.length)
        addIssue('profiles', 'A profile is in the list twice.');
    });
  });

/** Right as the form has it. */
const rowSchema = z.strictObject({
  may: z.enum(ACTIONS),
  who: z.string().min(1, 'Choose a role or a person.'),
  profiles: z.array(z.string()),
});

/** Form in which administrators change rights. */
export const rightsFormSchema = z.object({ rights: z.array(rowSchema).pipe(profileRightsSchema) });
export type RightsForm = z.input<typeof rightsFormSchema>;

/** What sentences about rights name: the labels of people by ID, and the names of profiles. */
export interface RightNames {
  people: ReadonlyMap<string, string>;
  profiles: ProfileNames;
}

/** Describes a right as a sentence: "Finance can request withdrawals only from Client funds (p-7f3)." */
export function describeRight({ may, who, profiles }: ProfileRight, names: RightNames): string {
  const subject = isRole(who) ? SUBJECTS[who] : (names.people.get(who) ?? 'A person who is no longer known');
  if (profiles.length === 0) return `${subject} cannot ${VERBS[may]} any profile.`;
  const [verb, preposition] = splitVerb(VERBS[may]);
  return `${subject} can ${verb} only ${preposition} ${joinList(profiles.map((id) => describeProfile(names.profiles, id)))}.`;
}

// “request withdrawals from” takes “only” before its preposition.
function splitVerb(verb: string): [string, string] {
  const at = verb.lastIndexOf(' ');
  return [verb.slice(0, at), verb.slice(at + 1)];
}

/** Person whose rights are asked for. */
interface RightHolder {
  id: string;
  roles: readonly (typeof ROLES)[number][];
}

/**
 * Gives the profiles whose transfers and requests a person may see, in canonical form; the same as the SQL function
 * `may_see_profile`.
 */
export function listVisibleProfiles(
  rights: readonly ProfileRight[],
  { id, roles }: RightHolder,
): 'all' | readonly string[] {
  const listFor = (who: string) => rights.find((right) => right.may === 'see' && right.who === who)?.profiles;
  const own = listFor(id);
  if (own) return own;
  const byRole = roles.map(listFor);
  return byRole.every((list) => list !== undefined) && byRole.length > 0 ? [...new Set(byRole.flat())] : 'all';
}

/**
 * Tells whether a person may use a profile in a role; the same as the SQL function `may_use_profile`, for notices,
 * which concern many people and profiles.
 */
export function mayUseProfile(
  rights: readonly ProfileRight[],
  holder: RightHolder,
  { may, role, profileId }: { may: 'request' | 'approve'; role: string; profileId: string | undefined },
): boolean {
  const listFor = (who: string) => rights.find((right) => right.may === may && right.who === who)?.profiles;
  const listed = listFor(holder.id) ?? listFor(role);
  const isListed = listed?.some((id) => profileId !== undefined && profileKey(id) === profileKey(profileId)) ?? true;
  return isListed && canSeeProfile({ visibleProfiles: listVisibleProfiles(rights, holder) }, profileId);
}

/**
 * Describes in sentences what a person can see, request and decide on, such as “Sees only Operations (p-ops).”, for
 * the administrator who changes rights.
 */
export function describeRightsOf(rights: readonly ProfileRight[], holder: RightHolder, names: RightNames): string[] {
  const visible = listVisibleProfiles(rights, holder);
  const write = (list: 'all' | readonly string[]) =>
    list === 'all'
      ? 'all profiles'
      : list.length === 0
        ? 'no profile'
        : joinList(list.map((id) => describeProfile(names.profiles, id)));
  const listUsable = (may: 'request' | 'approve') => {
    const listFor = (who: string) => rights.find((right) => right.may === may && right.who === who)?.profiles;
    const role = ROLES_THAT[may].find((one) => holder.roles.includes(one));
    if (role === undefined) return undefined;
    const listed = listFor(holder.id) ?? listFor(role) ?? 'all';
    if (listed === 'all' || visible === 'all') return listed === 'all' ? visible : listed;
    return listed.filter((id) => visible.some((other) => profileKey(other) === profileKey(id)));
  };
  const [request, approve] = [listUsable('request'), listUsable('approve')];
  return [
    `Sees ${write(visible)}.`,
    ...(request === undefined ? [] : [`Requests withdrawals from ${write(request)}.`]),
    ...(approve === undefined ? [] : [`Decides on withdrawals from ${write(approve)}.`]),
  ];
}

/** Difference of one right between two versions; null on the side that lacks it. */
export interface RightChange {
  key: string;
  before: ProfileRight | null;
  after: ProfileRight | null;
}

/** Compares two versions of rights: new and changed ones in the new order, then removed ones. */
export function compareRights(before: readonly ProfileRight[], after: readonly ProfileRight[]): RightChange[] {
  const [old, now] = [before, after].map((rights) => new Map(rights.map((right) => [keyOf(right), right])));
  const changed = after.map((right) => ({ key: keyOf(right), before: old?.get(keyOf(right)) ?? null, after: right }));
  const removed = before
    .filter((right) => now?.has(keyOf(right)) === false)
    .map((right) => ({ key: keyOf(right), before: right, after: null }));
  return [...changed.filter((change) => !isSame(change.before, change.after)), ...removed];
}

function isSame(one: ProfileRight | null, other: ProfileRight): boolean {
  const keys = (right: ProfileRight) => right.profiles.map(profileKey).toSorted().join(' ');
  return one !== null && keys(one) === keys(other);
}

function keyOf({ may, who }: ProfileRight): string {
  return `${may} ${who}`;
}

function isRole(who: string): who is (typeof ROLES)[number] {
  return (ROLES as readonly string[]).includes(who);
}

const VERBS: Record<RightAction, string> = {
  request: 'request withdrawals from',
  approve: 'approve or reject withdrawals from',
  see: 'see transfers and requests of',
};

const SUBJECTS: Record<(typeof ROLES)[number], string> = {
  finance: 'Finance',
  approver: 'Approvers',
  support: 'Support',
  admin: 'Administrators',
  auditor: 'Auditors',
};
