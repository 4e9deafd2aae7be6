/**
 * Looks for contradictions in a policy by asking it about examples: withdrawals that its own rules describe. What is
 * found is true of a withdrawal that can be requested; what no example meets is not found.
 */
import { compareAmounts } from '@/lib/money/amounts';
import { listTimeLimits } from '@/lib/policy/describe-time-limit';
import { eachOf } from '@/lib/policy/conditions/conditions';
import type { PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, isStricter, type PolicyOutcome } from '@/lib/policy/policy';
import { type PolicyRule } from '@/lib/policy/rules';
import { limitedAssets } from '@/lib/policy/analysis/reach';
import { measureOf } from '@/lib/policy/time-limits';

/** What makes a withdrawal riskier than another one. */
export type Risk = 'amount' | 'recipient' | 'warning' | 'time';

/** A riskier withdrawal that takes less than one that differs only in that. */
export interface Inversion {
  risk: Risk;
  /** The asset of the example; empty for one that no rule names. */
  asset: string;
  riskier: PolicyOutcome;
  other: PolicyOutcome;
}

/** A value that a rule names takes more than one that no rule names. */
export interface Underrated {
  named: string;
  ofNamed: PolicyOutcome;
  ofUnnamed: PolicyOutcome;
}

/** The conditions whose values the console can list: what is not named by any rule is found. */
export const NAMED_CONDITIONS = ['assets', 'networks', 'profiles'] as const;
export type NamedCondition = (typeof NAMED_CONDITIONS)[number];

const FACT_OF = { assets: 'asset', networks: 'network', profiles: 'profileId' } as const satisfies Record<
  NamedCondition,
  keyof PolicyFacts
>;

// No request has an empty value, and no rule names one.
const UNNAMED = '';
// For each rule; the first ones stand for the others.
const MAX_ASSETS = 20;

/** Finds riskier withdrawals that take less, each pair of rules and kind of risk once. */
export function findInversions(rules: readonly PolicyRule[]): Inversion[] {
  const found = new Map<string, Inversion>();
  for (const rule of rules) {
    for (const asset of listExampleAssets(rule)) {
      const facts = exampleOf(rules, rule, asset);
      const riskier = evaluatePolicy(rules, facts);
      for (const [risk, calmer] of listCalmer(rules, facts)) {
        const other = evaluatePolicy(rules, calmer);
        // What no rule covers is not allowed, whatever else is true of it.
        if (other.ruleNumber === 0 || !isStricter(other, riskier)) continue;
        const key = [risk, riskier.ruleNumber, other.ruleNumber].join(' ');
        if (!found.has(key)) found.set(key, { risk, asset, riskier, other });
      }
    }
  }
  return [...found.values()];
}

/** Lists the values that rules name in a condition, in the spelling of the rules; limits name their assets. */
export function listNamed(rules: readonly PolicyRule[], condition: NamedCondition): string[] {
  const named = rules.flatMap(({ when }) => [
    ...(when[condition] ?? []),
    ...(condition === 'assets' ? limitedAssets(when) : []),
  ]);
  return [...new Set(named)];
}

/** Decides a withdrawal that no rule names in anything, with nothing special about it. */
export function decideUnnamed(rules: readonly PolicyRule[]): PolicyOutcome {
  return evaluatePolicy(rules, calmExample(rules));
}

/** Finds a named value whose withdrawals take more approvals than the same withdrawal with an unnamed value. */
export function findUnderrated(rules: readonly PolicyRule[], condition: NamedCondition): Underrated | undefined {
  let worst: Underrated | undefined;
  for (const rule of rules) {
    const named = condition === 'assets' ? listExampleAssets(rule) : (rule.when[condition] ?? []);
    for (const value of named.slice(0, MAX_ASSETS)) {
      if (value === UNNAMED) continue;
      const [asset = UNNAMED] = condition === 'assets' ? [value] : listExampleAssets(rule);
      const facts = { ...exampleOf(rules, rule, asset), [FACT_OF[condition]]: value };
      const ofNamed = evaluatePolicy(rules, facts);
      const ofUnnamed = evaluatePolicy(rules, { ...facts, [FACT_OF[condition]]: UNNAMED });
      if (ofNamed.kind !== 'approve' || !isStricter(ofNamed, ofUnnamed)) continue;
      if (!worst || isStricter(worst.ofUnnamed, ofUnnamed)) worst = { named: value, ofNamed, ofUnnamed };
    }
  }
  return worst;
}

/**
 * Lists the assets of a rule's examples as requests name them: those of the rule, else those of its limits and another.
 */
function listExampleAssets({ when }: PolicyRule): string[] {
  const named = when.assets ?? [...limitedAssets(when).slice(0, MAX_ASSETS), UNNAMED];
  return named.map((asset) => asset.toUpperCase()).slice(0, MAX_ASSETS + 1);
}

/** Gives a withdrawal for which every condition of a rule holds, and nothing else that a rule could ask about. */
function exampleOf(rules: readonly PolicyRule[], { when }: PolicyRule, asset: string): PolicyFacts {
  let facts = { ...calmExample(rules), asset };
  eachOf(when, ({ example }, named) => {
    facts = example(named, facts);
  });
  return facts;
}

function calmExample(rules: readonly PolicyRule[]): PolicyFacts {
  return {
    asset: UNNAMED,
    network: UNNAMED,
    profileId: UNNAMED,
    makerId: UNNAMED,
    value: '0',
    isNewRecipient: false,
    signals: [],
    overTime: listTimeLimits(rules).map((limit) => ({ measure: measureOf(limit), before: '0', after: '0' })),
  };
}

/** Lists the withdrawals that differ from an example in one risk alone. */
function listCalmer(rules: readonly PolicyRule[], facts: PolicyFacts): [Risk, PolicyFacts][] {
  const smaller = new Set(
    rules
      .map(({ when }) => limitOf(when.atLeast, facts.asset))
      .filter((limit) => limit !== undefined && compareAmounts(limit, facts.value) < 0)
      .concat(compareAmounts(facts.value, '0') > 0 ? ['0'] : []),
  );
  const calm = calmExample(rules);
  return [
    ...[...smaller].map((value): [Risk, PolicyFacts] => ['amount', { ...facts, value: value ?? '0' }]),
    ...(facts.isNewRecipient ? [['recipient', { ...facts, isNewRecipient: false }] satisfies [Risk, PolicyFacts]] : []),
    ...(facts.signals?.length ? [['warning', { ...facts, signals: [] }] satisfies [Risk, PolicyFacts]] : []),
    ...(facts.overTime?.length === calm.overTime?.length
      ? []
      : [['time', { ...facts, overTime: calm.overTime ?? [] }] satisfies [Risk, PolicyFacts]]),
  ];
}

function limitOf(limits: Record<string, string> | undefined, asset: string): string | undefined {
  return limits && Object.hasOwn(limits, asset) ? limits[asset] : undefined;
}
