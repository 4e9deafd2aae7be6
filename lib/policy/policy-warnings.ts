import { listContradictions } from '@/lib/policy/describe-coverage';
import { evaluateRule, isStricter } from '@/lib/policy/policy';
import type { PolicyRule } from '@/lib/policy/rules';

/** A policy as it is judged here. */
export interface JudgedPolicy {
  rules: readonly PolicyRule[];
  /** False for a policy from before limits matched assets without one and recipients were known by asset. */
  failsClosed: boolean;
}

/**
 * Lists, as sentences, what administrators should change in a policy or know about it: rules that ask for something else
 * than the people who agreed on them knew, a last rule that is weaker than an earlier one, and contradictions
 * (lib/policy/contradictions). Empty for a sound policy.
 */
export function listPolicyWarnings({ rules, failsClosed }: JudgedPolicy): string[] {
  return [
    ...rules.flatMap((rule, index) => warnAboutRule(rules, rule, index, failsClosed)),
    ...warnAboutLastRule(rules),
    ...listContradictions(rules),
  ];
}

function warnAboutRule(rules: readonly PolicyRule[], rule: PolicyRule, index: number, failsClosed: boolean): string[] {
  const named = `Rule ${index + 1} (“${rule.name}”)`;
  const warnings: string[] = [];
  if (rule.then.kind === 'approve' && rule.then.count < 1)
    warnings.push(`${named} asks for no approvals. Every withdrawal now takes at least one.`);
  if (failsClosed) return warnings;
  const own = evaluateRule(rule, index + 1);
  const changesSomething = rules.slice(index + 1).some((later) => isStricterRule(own, evaluateRule(later, 0)));
  if (leavesAssetsWithoutLimit(rule) && changesSomething)
    warnings.push(
      `${named} now also applies to every asset without a limit in it, whatever the amount. Before, later rules decided.`,
    );
  if (rule.when.isNewRecipient)
    warnings.push(
      `${named} now also applies to a recipient who was never paid in the asset, or only far smaller amounts. ` +
        'Before, one payment in any asset made a recipient known.',
    );
  return warnings;
}

// A rule that only makes a withdrawal wait asks for nothing that another could ask more of.
function isStricterRule(one: ReturnType<typeof evaluateRule>, other: ReturnType<typeof evaluateRule>): boolean {
  return one !== 'wait' && other !== 'wait' && isStricter(one, other);
}

/** Tells whether a rule has limits and can meet an asset without one. */
function leavesAssetsWithoutLimit({ when: { atLeast, assets } }: PolicyRule): boolean {
  if (atLeast === undefined) return false;
  return assets === undefined || assets.some((asset) => !Object.hasOwn(atLeast, asset));
}

function warnAboutLastRule(rules: readonly PolicyRule[]): string[] {
  const end = rules.findIndex(({ when }) => Object.values(when).every((condition) => condition === undefined));
  const last = rules[end];
  // Without a rule for everything, what no rule covers is not allowed, which is the strictest end.
  if (!last) return [];
  const outcome = evaluateRule(last, end + 1);
  const stricter = rules.findIndex(
    (rule, index) =>
      index < end && rule.then.kind === 'approve' && isStricterRule(evaluateRule(rule, index + 1), outcome),
  );
  if (stricter === -1) return [];
  return [
    `Rule ${end + 1} (“${last.name}”) decides about everything that no other rule covers and asks for less than rule ` +
      `${stricter + 1} (“${rules[stricter]?.name}”). Name what takes less, and let the last rule be the strictest.`,
  ];
}
