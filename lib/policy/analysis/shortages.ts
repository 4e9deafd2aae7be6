/**
 * Judges, before rules, rights or groups are in force, for which profiles nobody could approve what a rule asks for.
 * The verdict is the one by which a request is refused (`findShortage`), about the people who are known now.
 */
import { type ApproverGroup, isMember } from '@/lib/approver-groups/approver-groups';
import type { GroupMember } from '@/lib/approver-groups/needs';
import { type Approvers, describeAble, findShortage, type Shortage } from '@/lib/approver-groups/shortage';
import type { Role } from '@/lib/identity/roles';
import type { KnownInput } from '@/lib/policy/analysis/describe-coverage';
import { describeAsked } from '@/lib/policy/describe-rule';
import { evaluateRule, type PolicyOutcome } from '@/lib/policy/policy';
import { findUnreachable } from '@/lib/policy/analysis/reach';
import type { ApprovingRole, PolicyRule } from '@/lib/policy/rules';
import { profileKey } from '@/lib/profiles/find-name';
import { mayUseProfile, type ProfileRight } from '@/lib/rights/profile-rights';
import { joinSome } from '@/lib/text/join-list';
import { isSameId } from '@/lib/text/uuid';

/** A person who may request or approve. */
export interface Candidate {
  id: string;
  roles: readonly Role[];
  /** Values of their groups claim. */
  claims: readonly string[];
  /** For each role in which an approval of theirs counts now, the groups that it counts in where they are members. */
  countsAs: Partial<Record<ApprovingRole, readonly string[]>>;
}

/** Rules, rights and groups that are in force or proposed, with the people and the profiles that they are about. */
export interface ApprovalSetup {
  rules: readonly PolicyRule[];
  rights: readonly ProfileRight[];
  groups: readonly ApproverGroup[];
  people: readonly Candidate[];
  profiles: readonly KnownInput[];
}

type Asked = Extract<PolicyOutcome, { kind: 'approve' }>;

/** A profile, or all those that no rule and no right names, with what holds for withdrawals from it. */
interface Place {
  labels: readonly string[];
  /** Numbers of the rules that can decide about it. */
  numbers: ReadonlySet<number>;
  requesters: readonly Candidate[];
  approvers: Record<ApprovingRole, ApproverIds>;
}

interface ApproverIds {
  known: readonly string[];
  allowed: readonly string[];
  members: readonly GroupMember[];
}

// Stands for those who request and have not signed in yet.
const SOMEBODY: Candidate = { id: '', roles: ['finance'], claims: [], countsAs: {} };

/**
 * Lists, as sentences, the rules under which nobody can approve withdrawals from some profiles, no matter who of those
 * who may request from them does. Rules that never apply to a profile, and what rules ask for together, are not judged.
 */
export function listShortages(setup: ApprovalSetup): string[] {
  const places = listPlaces(setup);
  const count = places.flatMap(({ labels }) => labels).length;
  return setup.rules.flatMap((rule, index) => {
    const asked = evaluateRule(rule, index + 1);
    if (asked === 'wait' || asked.kind === 'refuse') return [];
    const labelsBy = new Map<string, string[]>();
    for (const place of places) {
      const shortage = findShortageAt(place, asked);
      const text = shortage && describeShortage(asked, shortage);
      if (text !== undefined) labelsBy.set(text, [...(labelsBy.get(text) ?? []), ...place.labels]);
    }
    return [...labelsBy].map(([text, labels]) => {
      const profiles = labels.length === count ? 'any profile' : joinSome(labels);
      return `Nobody can approve withdrawals from ${profiles} under ${text}`;
    });
  });
}

function describeShortage(asked: Asked, shortage: Shortage): string {
  const { ruleNumber, rule } = asked;
  const needed = describeAsked(asked);
  const able = `${describeAble(shortage)} can approve`;
  const once = shortage.kind === 'groups' ? ', and one person fills one place' : '';
  return `rule ${ruleNumber} (“${rule.name}”): it needs ${needed.charAt(0).toLowerCase()}${needed.slice(1)}; ${able}${once}.`;
}

/**
 * Finds a shortage that is there for every requester; undefined where nobody may request, or enough can approve for
 * one.
 */
function findShortageAt({ numbers, requesters, approvers }: Place, asked: Asked): Shortage | undefined {
  if (!numbers.has(asked.ruleNumber)) return undefined;
  const able = requesters.filter(({ id }) => id === SOMEBODY.id || (asked.rule.when.makers?.includes(id) ?? true));
  // Those who do not approve themselves all leave the same approvers, and the most.
  const [neutral] = able.filter(({ roles }) => !roles.includes(asked.role));
  const found = (neutral ? [neutral] : able).map(({ id }) => findShortage(asked, without(approvers[asked.role], id)));
  return found.includes(undefined) ? undefined : found[0];
}

function without({ known, allowed, members }: ApproverIds, requesterId: string): Approvers {
  const count = (ids: readonly string[]) => ids.filter((id) => id !== requesterId).length;
  return {
    known: count(known),
    allowed: count(allowed),
    members: members.filter(({ id }) => id !== requesterId),
  };
}

/** Lists the profiles that rules and rights name, and one place for all others: nothing tells those apart. */
function listPlaces(setup: ApprovalSetup): Place[] {
  const { profiles, rules, rights } = setup;
  const labels = new Map(profiles.map(({ value, label }) => [profileKey(value), `“${label}”`]));
  const ids = [...rules.flatMap(({ when }) => when.profiles ?? []), ...rights.flatMap((right) => right.profiles)];
  const named = new Map(ids.map((id) => [profileKey(id), id]));
  const others = [...labels].flatMap(([key, label]) => (named.has(key) ? [] : [label]));
  return [
    ...[...named].map(([key, id]) => describePlace(setup, id, [labels.get(key) ?? `“${id}”`])),
    describePlace(setup, undefined, [...others, 'any other profile']),
  ];
}

function describePlace(setup: ApprovalSetup, id: string | undefined, labels: readonly string[]): Place {
  const clerks = setup.people.filter(({ roles }) => roles.includes('finance'));
  const may = { may: 'request', role: 'finance', profileId: id } as const;
  return {
    labels,
    numbers: numbersFor(setup.rules, id),
    requesters: clerks.length === 0 ? [SOMEBODY] : clerks.filter((clerk) => mayUseProfile(setup.rights, clerk, may)),
    approvers: { approver: listApprovers(setup, 'approver', id), admin: listApprovers(setup, 'admin', id) },
  };
}

/** Gives the numbers of the rules that can decide about withdrawals from a profile. */
function numbersFor(rules: readonly PolicyRule[], profileId: string | undefined): ReadonlySet<number> {
  const about = rules.flatMap(({ when: { profiles, ...when }, ...rule }, index) => {
    const isAbout = profiles?.some((id) => profileId !== undefined && isSameId(id, profileId)) ?? true;
    return isAbout ? [{ number: index + 1, rule: { ...rule, when } }] : [];
  });
  const unreachable = findUnreachable(about.map(({ rule }) => rule)).map(({ number }) => number);
  return new Set(about.flatMap(({ number }, index) => (unreachable.includes(index + 1) ? [] : [number])));
}

function listApprovers(
  { people, rights, groups }: ApprovalSetup,
  role: ApprovingRole,
  profileId: string | undefined,
): ApproverIds {
  const known = people.filter(({ roles }) => roles.includes(role));
  const allowed = known.filter((person) => mayUseProfile(rights, person, { may: 'approve', role, profileId }));
  const members = allowed.flatMap((person) => {
    const counted = person.countsAs[role];
    if (!counted) return [];
    const own = groups.filter((group) => counted.includes(group.name) && isMember(group, person));
    return [{ id: person.id, groups: own.map(({ name }) => name) }];
  });
  return { known: known.map(({ id }) => id), allowed: allowed.map(({ id }) => id), members };
}
