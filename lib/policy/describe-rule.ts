import type { GroupNeed, Needs } from '@/lib/approver-groups/needs';
import { joinList } from '@/lib/text/join-list';
import { eachOf } from '@/lib/policy/conditions/conditions';
import type { RuleNames, ShownFacts } from '@/lib/policy/conditions/condition';
import { describeLimitUses, type LimitUse, listTimeLimits, type Measured } from '@/lib/policy/describe-time-limit';
import type { PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, isAbout, listConsulted, type PolicyOutcome } from '@/lib/policy/policy';
import { type ApprovingRole, atLeastOne, type PolicyRule } from '@/lib/policy/rules';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'] as const;
const ROLE_NAMES: Record<ApprovingRole, string> = { approver: 'approvers', admin: 'administrators' };

/** Describes a rule as one sentence, such as “Two approvals if the recipient was never paid before.” */
export function describeRule({ when, then }: PolicyRule, names: RuleNames): string {
  const conditions = eachOf(when, ({ describe }, named) => describe(named, names, when.assets));
  const sentence = `${describeThen(then)} ${conditions.length > 0 ? conditions.join(', ') : 'for every withdrawal'}`;
  if (then.kind === 'refuse') return `${sentence}: ${asSentence(then.reason)}`;
  if (then.kind === 'wait')
    return `${sentence}; a withdrawal that would still be over the limit after 31 days is not allowed.`;
  return then.wholeBatch ? `${sentence}; a batch can be approved as a whole.` : `${sentence}.`;
}

/**
 * Describes a rule for a table: when it matches, its limits by asset apart, and what it asks for. `hasOthers`: an asset
 * without a limit matches with any amount.
 */
export function describeRuleParts({ when: { atLeast, ...when }, then }: PolicyRule, names: RuleNames) {
  const conditions = eachOf(when, ({ describe }, named) => describe(named, names, when.assets)).join(', ');
  return {
    conditions: capitalize(conditions || (atLeast ? '' : 'every withdrawal')),
    limits: Object.entries(atLeast ?? {}),
    hasOthers: atLeast !== undefined && (when.assets ?? ['']).some((asset) => !Object.hasOwn(atLeast, asset)),
    asks: then.kind === 'wait' ? 'Waits for its limit' : describeThen(then),
    reason: then.kind === 'refuse' ? asSentence(then.reason) : undefined,
    isOneByOne: then.kind === 'approve' && then.wholeBatch !== true,
  };
}

function describeThen(then: PolicyRule['then']): string {
  if (then.kind === 'refuse') return 'Not allowed';
  return then.kind === 'wait'
    ? 'Waits until its limit allows it,'
    : capitalize(describeCount({ ...then, count: atLeastOne(then.count), groups: then.groups ?? [] }));
}

/**
 * Describes what an outcome asks for, with the groups of all rules that decided: “Two approvals (1 of Treasury leads)”.
 */
export function describeAsked(outcome: PolicyOutcome): string {
  if (outcome.kind === 'refuse') return 'Not allowed';
  const { count, groups, rule } = outcome;
  const { then } = rule;
  return describeThen({ ...(then.kind === 'approve' ? then : { kind: 'approve' }), count, groups: [...groups] });
}

/**
 * Names what a withdrawal asks for and the rule that decides: “Two approvals from approvers, by rule 1 (Large)”; and
 * that a batch is not decided on as a whole, where the rule says so.
 */
export function nameAsked(
  rules: readonly PolicyRule[],
  { ruleNumber, ...needs }: Needs & { ruleNumber: number; role: ApprovingRole },
): string {
  const rule = rules[ruleNumber - 1];
  const isAlone = rule?.then.kind === 'approve' && rule.then.wholeBatch !== true;
  const named = `${capitalize(describeCount(needs))}, by rule ${ruleNumber} (${rule?.name ?? 'unknown'})`;
  return isAlone ? `${named}, one by one` : named;
}

/** Explains which rule decides, why, and what it requires: “Rule 1 applies because …: two approvals are needed.” */
export function explainOutcome(outcome: PolicyOutcome, facts: ShownFacts): string {
  if (!outcome.rule) return 'No policy rule covers this withdrawal, so it is not allowed.';
  const { ruleNumber, rule } = outcome;
  const because = explainMatch(rule, ruleNumber, facts);
  if (outcome.kind === 'refuse')
    return `Rule ${ruleNumber} does not allow this withdrawal because ${because}: ${asSentence(outcome.reason)}`;
  const role = rule.then.kind === 'approve' ? rule.then.role : undefined;
  const approvals = describeCount({ ...outcome, role });
  const sentence = `Rule ${ruleNumber} applies because ${because}: ${approvals} ${outcome.count === 1 ? 'is' : 'are'} needed.`;
  const waits = outcome.waitsFor.map(
    (number) =>
      `The withdrawal exceeds the limit over time of rule ${number} now, and leaves as soon as that limit allows it.`,
  );
  return [sentence, ...(facts.wait ? [explainWait(facts.wait)] : waits)].join(' ');
}

/**
 * Lists how much of each limit over time a withdrawal uses, for the rules whose other conditions hold. A limit that an
 * earlier rule overrules is left out: it changes nothing.
 */
export function listLimitUses(rules: readonly PolicyRule[], facts: PolicyFacts, measured: Measured): LimitUse[] {
  const about = listConsulted(rules, facts).filter((rule) => isAbout(rule, facts));
  return describeLimitUses(listTimeLimits(about), facts, measured);
}

/** Lists the use of limits over time by a stored request: only what was measured when it was saved. */
export function listStoredLimitUses(
  rules: readonly PolicyRule[],
  { ruleNumber, facts, createdAt }: { ruleNumber: number; facts: PolicyFacts; createdAt: Date },
  now: Date,
): LimitUse[] {
  // Requests from before approvals existed have no rule, and rules from before limits over time no use.
  return ruleNumber === 0 || !facts.overTime ? [] : listLimitUses(rules, facts, { at: createdAt, now });
}

/** Explains why a rule that makes a withdrawal wait does not allow it: no time within a month keeps its limit. */
export function explainEndlessWait(rules: readonly PolicyRule[], ruleNumber: number, facts: ShownFacts): string {
  const rule = rules[ruleNumber - 1];
  const because = rule ? explainMatch(rule, ruleNumber, facts) : 'its limit over time is exceeded';
  return (
    `Rule ${ruleNumber} does not allow this withdrawal because ${because}, and waiting up to 31 days would not help. ` +
    'Request fewer or smaller withdrawals at once.'
  );
}

/** Explains why no approval lets a withdrawal leave now: what refuses it, or the limits that it waits for. */
export function explainObstacle(rules: readonly PolicyRule[], outcome: PolicyOutcome, facts: ShownFacts): string {
  if (outcome.kind === 'refuse') return explainOutcome(outcome, facts);
  const waits = outcome.waitsFor.map((ruleNumber) => {
    const rule = rules[ruleNumber - 1];
    return `Rule ${ruleNumber} makes it wait because ${rule ? explainMatch(rule, ruleNumber, facts) : 'its limit is exceeded'}.`;
  });
  return waits.join(' ');
}

// Without the time: a page shows it in the reader's time zone.
function explainWait({ ruleNumber }: NonNullable<PolicyFacts['wait']>): string {
  return `By rule ${ruleNumber} it leaves only when the limit over time allows it.`;
}

/**
 * Explains the rule that a stored request was made under. Where the policy reads differently since, explains what the
 * claim will ask for (docs/specification/send-protocol.md#claim).
 */
export function explainStoredRule(rules: readonly PolicyRule[], ruleNumber: number, facts: ShownFacts): string {
  const outcome = evaluatePolicy(rules, facts);
  const sentence = explainOutcome(outcome, facts);
  if (outcome.ruleNumber === ruleNumber) return sentence;
  const next =
    outcome.kind === 'refuse'
      ? 'The request cannot be sent: cancel it.'
      : 'The request is not sent with fewer approvals.';
  return `The request was made under rule ${ruleNumber}, as the policy was read then. ${sentence} ${next}`;
}

/**
 * Tells whether the explanation of a stored request's rule (`explainStoredRule`) says no more than why the rule applies
 * and how many approvals it needs.
 */
export function needsOnlyApprovals(rules: readonly PolicyRule[], ruleNumber: number, facts: ShownFacts): boolean {
  const outcome = evaluatePolicy(rules, facts);
  return (
    outcome.ruleNumber === ruleNumber && outcome.kind === 'approve' && outcome.waitsFor.length === 0 && !facts.wait
  );
}

function explainMatch({ when }: PolicyRule, ruleNumber: number, facts: ShownFacts): string {
  const reasons = eachOf(when, ({ explain }, named) => explain(named, facts)).flat();
  if (reasons.length > 0) return joinList(reasons);
  return ruleNumber === 1
    ? 'it covers every withdrawal'
    : 'no earlier rule decides and this rule covers every withdrawal';
}

function describeCount({ count, groups, role }: Needs & { role?: ApprovingRole | undefined }): string {
  const approvals = `${NUMBERS[count] ?? count} ${count === 1 ? 'approval' : 'approvals'}`;
  const from = role === undefined ? approvals : `${approvals} from ${ROLE_NAMES[role]}`;
  if (groups.length === 0) return from;
  // “Two approvals (1 of Treasury leads and 1 of anybody)” would say of the rest what goes without saying.
  return `${from} (${describeGroupNeeds(groups)})`;
}

/** Describes what is asked of groups: “1 of Treasury leads and 2 of Operations”. */
export function describeGroupNeeds(groups: readonly GroupNeed[]): string {
  return joinList(groups.map(({ group, count }) => `${count} of ${group}`));
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
