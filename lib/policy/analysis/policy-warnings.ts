import { warnAboutDailyMost } from '@/lib/policy/analysis/daily-most';
import { listContradictions } from '@/lib/policy/analysis/describe-coverage';
import { evaluateRule, isStricter } from '@/lib/policy/policy';
import { coversEverything, type PolicyRule } from '@/lib/policy/rules';

/**
 * Lists, as sentences, what administrators should change in a policy or know about it: a rule without approvals, a last
 * rule that is weaker than an earlier one, one approval for any sum (lib/policy/analysis/daily-most), and
 * contradictions (lib/policy/analysis/describe-coverage). Empty for a sound policy.
 */
export function listPolicyWarnings(rules: readonly PolicyRule[]): string[] {
  return [
    ...rules.flatMap(warnAboutRule),
    ...warnAboutLastRule(rules),
    ...warnAboutDailyMost(rules),
    ...listContradictions(rules),
  ];
}

function warnAboutRule(rule: PolicyRule, index: number): string[] {
  if (rule.then.kind !== 'approve' || rule.then.count >= 1) return [];
  return [`Rule ${index + 1} (“${rule.name}”) asks for no approvals. Every withdrawal now takes at least one.`];
}

// A rule that only makes a withdrawal wait asks for nothing that another could ask more of.
function isStricterRule(one: ReturnType<typeof evaluateRule>, other: ReturnType<typeof evaluateRule>): boolean {
  return one !== 'wait' && other !== 'wait' && isStricter(one, other);
}

function warnAboutLastRule(rules: readonly PolicyRule[]): string[] {
  const end = rules.findIndex(coversEverything);
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
