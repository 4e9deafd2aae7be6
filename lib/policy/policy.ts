import { countPeople, type GroupNeed, joinGroupNeeds, sumCounts } from '@/lib/approver-groups/needs';
import { allHold } from '@/lib/policy/conditions/conditions';
import type { PolicyFacts } from '@/lib/policy/facts';
import { APPROVING_ROLES, type ApprovingRole, atLeastOne, type PolicyRule } from '@/lib/policy/rules';
import { limitFor } from '@/lib/policy/time-limits';

/**
 * Decision of the policy. `ruleNumber` counts from 1; 0 where no rule matched, which does not allow the withdrawal.
 * `waitsFor` numbers the rules whose limits over time make the withdrawal wait.
 */
export type PolicyOutcome =
  | {
      kind: 'approve';
      ruleNumber: number;
      rule: PolicyRule;
      count: number;
      role: ApprovingRole;
      /** What members of groups give, of those counted; everything that the rules which matched ask for. */
      groups: readonly GroupNeed[];
      waitsFor: readonly number[];
    }
  | { kind: 'refuse'; ruleNumber: number; rule?: PolicyRule; reason: string };

/**
 * Applies the first rule that matches. A withdrawal that no rule matches is not allowed. A rule with limits matches an
 * asset without a limit too, whatever the amount; the rules after that one then decide as well, and the strictest
 * outcome applies, with the groups that any of them asks for, so that an asset that was forgotten never takes less than
 * one that was named.
 */
export function evaluatePolicy(rules: readonly PolicyRule[], facts: PolicyFacts): PolicyOutcome {
  let strictest: PolicyOutcome | undefined;
  let groups: GroupNeed[] = [];
  const waitsFor: number[] = [];
  for (const [index, rule] of rules.entries()) {
    if (!matches(rule, facts)) continue;
    const outcome = evaluateRule(rule, index + 1);
    if (outcome === 'wait') waitsFor.push(index + 1);
    else {
      if (strictest === undefined || isStricter(outcome, strictest)) strictest = outcome;
      if (outcome.kind === 'approve') groups = joinGroupNeeds(groups, outcome.groups);
      if (!hasLimitFor(rule, facts.asset)) continue;
      if (strictest.kind === 'refuse') return strictest;
      return { ...strictest, groups, count: countPeople({ count: strictest.count, groups }), waitsFor };
    }
  }
  // A rule without a limit for the asset only adds to what other rules ask for; alone it allows nothing.
  return { kind: 'refuse', ruleNumber: 0, reason: 'No policy rule covers this withdrawal.' };
}

/**
 * Lists the rules that decide about a withdrawal or could: those up to the first that decides alone, whose word is
 * last.
 */
export function listConsulted(rules: readonly PolicyRule[], facts: PolicyFacts): readonly PolicyRule[] {
  const last = rules.findIndex(
    (rule) => rule.then.kind !== 'wait' && hasLimitFor(rule, facts.asset) && matches(rule, facts),
  );
  return last === -1 ? rules : rules.slice(0, last + 1);
}

/** Gives what a rule asks for where it applies: at least one approval, or only time. */
export function evaluateRule(rule: PolicyRule, ruleNumber: number): PolicyOutcome | 'wait' {
  if (rule.then.kind === 'wait') return 'wait';
  if (rule.then.kind === 'refuse') return { kind: 'refuse', ruleNumber, rule, reason: rule.then.reason };
  const { count, role = APPROVING_ROLES[0], groups = [] } = rule.then;
  // One person fills one place, so the places of groups count before outcomes are compared.
  const people = countPeople({ count: atLeastOne(count), groups });
  return { kind: 'approve', ruleNumber, rule, count: people, role, groups, waitsFor: [] };
}

/**
 * Tells whether one outcome asks for more than another: nothing at all, then more people, administrators, members of
 * groups.
 */
export function isStricter(one: PolicyOutcome, other: PolicyOutcome): boolean {
  if (one.kind === 'refuse' || other.kind === 'refuse') return one.kind === 'refuse' && other.kind === 'approve';
  if (one.count !== other.count) return one.count > other.count;
  if (one.role !== other.role) return APPROVING_ROLES.indexOf(one.role) > APPROVING_ROLES.indexOf(other.role);
  return sumCounts(one.groups) > sumCounts(other.groups);
}

/** Tells whether a rule says for which amounts of an asset it applies; a rule without limits says so for every one. */
function hasLimitFor({ when: { atLeast, overTime } }: PolicyRule, asset: string): boolean {
  const isNamed = atLeast === undefined || Object.hasOwn(atLeast, asset);
  return isNamed && (overTime === undefined || limitFor(overTime, asset) !== undefined);
}

function matches({ when }: Pick<PolicyRule, 'when'>, facts: PolicyFacts): boolean {
  return allHold(when, facts);
}

/** Tells whether every condition of a rule holds, apart from its limit over time. */
export function isAbout({ when }: PolicyRule, facts: PolicyFacts): boolean {
  const { overTime: _overTime, ...apart } = when;
  return matches({ when: apart }, facts);
}
