import { describeDailyMost } from '@/lib/policy/analysis/daily-most';
import {
  type CoverageLine,
  describeCoverage,
  explainUnpriced,
  explainUnreachable,
  type KnownInputs,
} from '@/lib/policy/analysis/describe-coverage';
import { listPolicyWarnings } from '@/lib/policy/analysis/policy-warnings';
import { findUnreachable } from '@/lib/policy/analysis/reach';
import type { PolicyRule } from '@/lib/policy/rules';
import { type ApprovalSetup, listShortages } from '@/lib/policy/analysis/shortages';

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
