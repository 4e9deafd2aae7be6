import { describeDailyMost, warnAboutDailyMost } from '@/lib/policy/analysis/daily-most';
import {
  type CoverageLine,
  describeCoverage,
  explainUnpriced,
  explainUnreachable,
  type KnownInputs,
  listContradictions,
} from '@/lib/policy/analysis/describe-coverage';
import { findUnreachable } from '@/lib/policy/analysis/reach';
import { coversEverything, type PolicyRule } from '@/lib/policy/rules';
import { type ApprovalSetup, listShortages } from '@/lib/policy/analysis/shortages';
import { evaluateRule, isStricter } from '@/lib/policy/policy';

/** What an analysis of rules found, as sentences. */
export interface PolicyAnalysis {
  /** For each rule why it never applies; null for one that can. */
  unreachable: (string | null)[];
  warnings: string[];
  /** The most that one approval moves in a day, assets without a price, and inputs that no rule names. */
  coverage: CoverageLine[];
  /** The rules under which nobody could approve; empty where nobody asked. */
  shortages: string[];
}

/** What can be analysed: rules, or who could approve under rules, rights and groups. */
export type AnalysisTask =
  | { kind: 'policy'; rules: readonly PolicyRule[]; known: KnownInputs; setup?: ApprovalSetup | undefined }
  | { kind: 'shortages'; setup: ApprovalSetup };

/**
 * Analyses rules. It takes minutes for rules with long lists: in a browser, or for rules that came with the console;
 * the server gives what people wrote to a thread (lib/server/analysis/analyze).
 */
export function analyzePolicy(
  rules: readonly PolicyRule[],
  known: KnownInputs,
  { setup }: { setup?: ApprovalSetup | undefined } = {},
): PolicyAnalysis {
  const unreachable = findUnreachable(rules);
  const unpriced = explainUnpriced(rules, known);
  return {
    unreachable: rules.map((_, index) => explainUnreachable(unreachable, rules, index + 1) ?? null),
    warnings: listPolicyWarnings(rules),
    coverage: [
      describeDailyMost(rules),
      ...(unpriced === undefined ? [] : [{ text: unpriced, isWarning: false }]),
      ...describeCoverage(rules, known),
    ],
    shortages: setup ? listShortages({ ...setup, rules }) : [],
  };
}

/** Says that rules were not analysed. */
export const NOT_ANALYSED =
  'Not analysed: looking for contradictions took too long or could not run. Check the rules by hand, or shorten their lists and propose them again.';

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
