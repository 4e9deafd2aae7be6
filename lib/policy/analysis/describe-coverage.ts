import {
  decideUnnamed,
  findInversions,
  findUnderrated,
  listNamed,
  NAMED_CONDITIONS,
  type NamedCondition,
  type Risk,
} from '@/lib/policy/analysis/contradictions';
import { describeAsked } from '@/lib/policy/describe-rule';
import type { PolicyOutcome } from '@/lib/policy/policy';
import { coversEverything, type PolicyRule } from '@/lib/policy/rules';
import { haveSameConditions, limitedAssets, type UnreachableRule } from '@/lib/policy/analysis/reach';
import { joinList, joinSome } from '@/lib/text/join-list';
import { isSameId } from '@/lib/text/uuid';

/** A value of a condition, and the text by which people know it. */
export interface KnownInput {
  value: string;
  label: string;
  /** True for an asset whose price in USD is unknown. */
  lacksPrice?: true;
}
/** The values that the console knows for each condition: of the registry, named, or seen in a transfer or request. */
export type KnownInputs = Record<NamedCondition, readonly KnownInput[]>;

/** What happens to values that no rule names, as a sentence; `isWarning` where they take less than a named one. */
export interface CoverageLine {
  text: string;
  isWarning: boolean;
}

const PLURALS: Record<NamedCondition, string> = { assets: 'Assets', networks: 'Networks', profiles: 'Profiles' };
const RISKS: Record<Risk, string> = {
  amount: 'A larger amount takes less',
  recipient: 'A new recipient takes less',
  warning: 'A withdrawal with a warning takes less',
  time: 'A withdrawal over a limit over time takes less',
};

/** Explains why a rule never applies, by the result of `findUnreachable`; undefined where it can apply. */
export function explainUnreachable(
  unreachable: readonly UnreachableRule[],
  rules: readonly PolicyRule[],
  number: number,
): string | undefined {
  const found = unreachable.find((one) => one.number === number);
  if (!found) return undefined;
  const [first = 0, ...others] = found.coveredBy;
  const [earlier, verb, those] =
    others.length === 0
      ? [`rule ${first}`, 'decides', 'that rule']
      : [`rules ${joinList(found.coveredBy.map(String))}`, 'decide', 'those rules'];
  const only = others.length === 0 ? rules[first - 1] : undefined;
  const coversAll = only !== undefined && coversEverything(only);
  const reason = coversAll
    ? `rule ${first} already covers every withdrawal.`
    : `${earlier} already ${verb} everything that it is about.`;
  const more = rules[number - 1]?.then.kind === 'wait' ? 'makes withdrawals wait' : 'asks for more';
  return `Never applies: ${reason}${found.asksForMore ? ` It ${more}: move it before ${those}.` : ''}`;
}

/** Lists the contradictions of a policy, as sentences. Empty for a sound one. */
export function listContradictions(rules: readonly PolicyRule[]): string[] {
  return [
    ...rules.flatMap((rule, index) => [
      ...warnAboutTwins(rules, index),
      ...limitedAssets(rule.when).flatMap((asset) => warnAboutIdleLimit(rule, index, asset)),
    ]),
    ...findInversions(rules).map(
      ({ risk, asset, riskier, other }) =>
        `${RISKS[risk]}${asset === '' ? '' : ` of ${asset}`}: ${describeDecision(riskier)} decides. ` +
        `Else ${describeDecision(other)} decides.`,
    ),
  ];
}

function warnAboutTwins(rules: readonly PolicyRule[], index: number): string[] {
  const rule = rules[index];
  if (!rule || rule.then.kind === 'wait') return [];
  // A freeze: a rule that refuses everything is placed first, and goes again.
  if (rules.slice(0, index).some((other) => other.then.kind === 'refuse' && coversEverything(other))) return [];
  const earlier = rules.findIndex(
    (other, place) => place < index && other.then.kind !== 'wait' && haveSameConditions(other, rule),
  );
  const first = rules[earlier];
  if (!first) return [];
  const both = `Rules ${earlier + 1} (“${first.name}”) and ${index + 1} (“${rule.name}”) have the same conditions`;
  return JSON.stringify(first.then) === JSON.stringify(rule.then)
    ? [`${both} and ask for the same. Remove one.`]
    : [`${both} and different outcomes. Keep one.`];
}

function warnAboutIdleLimit({ name, when: { assets } }: PolicyRule, index: number, asset: string): string[] {
  const limit = `Rule ${index + 1} (“${name}”) has a limit for ${asset}, which applies to nothing: `;
  if (asset !== asset.toUpperCase())
    return [`${limit}withdrawals name assets in capitals. Write ${asset.toUpperCase()}.`];
  if (assets === undefined || assets.some((named) => isSameId(named, asset))) return [];
  return [`${limit}the rule is about ${joinList(assets, 'or')} only.`];
}

/**
 * Describes, for each condition in which a rule names values, what happens to those that none names. They should take
 * no less than any named one (docs/decisions/0014-the-policy-fails-closed.md).
 */
export function describeCoverage(rules: readonly PolicyRule[], known: KnownInputs): CoverageLine[] {
  const outcome = decideUnnamed(rules);
  return NAMED_CONDITIONS.flatMap((condition): CoverageLine[] => {
    const named = listNamed(rules, condition);
    if (named.length === 0) return [];
    const unnamed = known[condition].filter(({ value }) => !named.some((other) => isSameId(value, other)));
    const subject = `${PLURALS[condition]} that no rule names${describeExamples(unnamed.map(({ label }) => label))}`;
    const worst = findUnderrated(rules, condition);
    if (!worst) {
      const fate = outcome.rule ? `fall to ${describeDecision(outcome)}` : 'are not allowed';
      return [{ text: `${subject} ${fate}.`, isWarning: false }];
    }
    const label = known[condition].find(({ value }) => isSameId(value, worst.named))?.label ?? worst.named;
    const text =
      `${subject} can take less than ${label}: ${describeDecision(worst.ofUnnamed)} decides, ` +
      `where ${describeDecision(worst.ofNamed)} decides about ${label}.`;
    return [{ text, isWarning: true }];
  });
}

/**
 * Explains which assets count as over every limit in USD, since no price of them is known, as a sentence; undefined
 * where no rule with such a limit is about one.
 */
export function explainUnpriced(
  rules: readonly PolicyRule[],
  { assets }: Pick<KnownInputs, 'assets'>,
): string | undefined {
  const limiting = rules.filter(({ when }) => when.overTime?.limit.kind === 'value');
  const unpriced = assets.filter(
    ({ value, lacksPrice }) =>
      lacksPrice && limiting.some(({ when }) => when.assets?.some((asset) => isSameId(asset, value)) ?? true),
  );
  if (unpriced.length === 0) return undefined;
  return (
    `No price in USD is known of ${joinList(unpriced.map(({ label }) => label))}: any amount of ` +
    `${unpriced.length === 1 ? 'it' : 'them'} counts as over a limit in USD.`
  );
}

function describeExamples(names: readonly string[]): string {
  return names.length === 0 ? '' : `, such as ${joinSome(names)},`;
}

/** Describes which rule decides and what it asks for: “rule 2 (“Large”: two approvals)”. */
function describeDecision(outcome: PolicyOutcome): string {
  if (!outcome.rule) return 'no rule (not allowed)';
  const asked = describeAsked(outcome);
  return `rule ${outcome.ruleNumber} (“${outcome.rule.name}”: ${asked.charAt(0).toLowerCase()}${asked.slice(1)})`;
}
