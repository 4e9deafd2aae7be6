import type { GroupNeed, Needs } from '@/lib/approver-groups/needs';
import { joinList } from '@/lib/text/join-list';
import { groupDigits } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
import { profileKey } from '@/lib/profiles/find-name';
import { SIGNALS } from '@/lib/risk/signals';
import {
  describeLimitUses,
  describeTimeLimit,
  explainOverLimit,
  type LimitUse,
  listTimeLimits,
  type Measured,
} from '@/lib/policy/describe-time-limit';
import { isNewTo, MAX_TIMES_PAID, type PolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, holdingSignals, isAbout, listConsulted, type PolicyOutcome } from '@/lib/policy/policy';
import {
  type ApprovingRole,
  atLeastOne,
  keyOfRuleRecipient,
  type PolicyRule,
  type RuleRecipient,
} from '@/lib/policy/rules';

/** Facts as they are explained to somebody. Never stored: what is stored are the facts that the policy decided by. */
export interface ShownFacts extends PolicyFacts {
  /** True where the largest payment to the recipient, which may be of any profile, is not said. */
  hidesLargest?: boolean;
}

const DESCRIBED_NEW_RECIPIENT =
  'if the recipient was never paid in this asset before, ' +
  `or the amount is more than ${MAX_TIMES_PAID} times the largest payment so far`;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'] as const;
const ROLE_NAMES: Record<ApprovingRole, string> = { approver: 'approvers', admin: 'administrators' };

/** The names by which people know what rules name. What has no name is described by its ID or address. */
export interface RuleNames {
  /** By ID of the person. */
  people: Readonly<Record<string, string>>;
  /** Profiles with name and ID, by `profileKey`. */
  profiles: Readonly<Record<string, string>>;
  /** Names in the address book, by `recipientKey`. */
  recipients: Readonly<Record<string, string>>;
}

/** Describes a rule as one sentence, such as “Two approvals if the recipient was never paid before.” */
export function describeRule({ when, then }: PolicyRule, { people, profiles, recipients }: RuleNames): string {
  const conditions = [
    when.assets && `for ${joinList(when.assets, 'or')}`,
    when.networks && `on the network ${joinList(when.networks.map(networkLabel), 'or')}`,
    when.profiles &&
      `for profile ${joinList(
        when.profiles.map((id) => ownValue(profiles, profileKey(id)) ?? id),
        'or',
      )}`,
    when.recipients &&
      `to ${joinList(
        when.recipients.map((recipient) => describeRecipient(recipient, recipients)),
        'or',
      )}`,
    when.makers &&
      `if ${joinList(
        when.makers.map((id) => ownValue(people, id) ?? 'an unknown person'),
        'or',
      )} requests the withdrawal`,
    when.atLeast && `${when.assets ? 'of' : 'for'} ${describeLimits(when.atLeast, when.assets)}`,
    when.isNewRecipient && DESCRIBED_NEW_RECIPIENT,
    when.signals &&
      `if ${joinList(
        when.signals.map((signal) => SIGNALS[signal]),
        'or',
      )}, or if that could not be checked`,
    when.overTime && `${describeTimeLimit(when.overTime)}, or if that is unknown`,
  ].filter((condition) => condition !== undefined);
  const sentence = `${describeThen(then)} ${conditions.length > 0 ? conditions.join(', ') : 'for every withdrawal'}`;
  if (then.kind === 'refuse') return `${sentence}: ${asSentence(then.reason)}`;
  if (then.kind === 'wait')
    return `${sentence}; a withdrawal that would still be over the limit after 31 days is not allowed.`;
  return then.wholeBatch ? `${sentence}; a batch can be approved as a whole.` : `${sentence}.`;
}

/** Describes a recipient with its whole address: “Exchange (0x8ba1… on Ethereum)”. */
export function describeRecipient(recipient: RuleRecipient, names: RuleNames['recipients']): string {
  const { network, address, memo } = recipient;
  const place = `${address} on ${networkLabel(network)}${memo === undefined ? '' : `, memo ${memo}`}`;
  const name = ownValue(names, keyOfRuleRecipient(recipient));
  return name === undefined ? place : `${name} (${place})`;
}

// IDs come from people: “constructor” names nobody.
function ownValue(names: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}

function describeThen(then: PolicyRule['then']): string {
  if (then.kind === 'refuse') return 'Not allowed';
  return then.kind === 'wait'
    ? 'Waits until its limit allows it,'
    : capitalize(describeCount({ ...then, count: atLeastOne(then.count), groups: then.groups ?? [] }));
}

/** Describes what an outcome asks for, with the groups of all rules that decided: “Two approvals (1 of Treasury leads)”. */
export function describeAsked(outcome: PolicyOutcome): string {
  if (outcome.kind === 'refuse') return 'Not allowed';
  const { count, groups, rule } = outcome;
  const { then } = rule;
  return describeThen({ ...(then.kind === 'approve' ? then : { kind: 'approve' }), count, groups: [...groups] });
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

/** Explains why a rule that makes a withdrawal wait does not allow it: no time within a month keeps its limit. */
export function explainEndlessWait(rules: readonly PolicyRule[], ruleNumber: number, facts: ShownFacts): string {
  const rule = rules[ruleNumber - 1];
  const because = rule ? explainMatch(rule, ruleNumber, facts) : 'its limit over time is exceeded';
  return (
    `Rule ${ruleNumber} does not allow this withdrawal because ${because}, and waiting up to 31 days would not help. ` +
    'Request fewer or smaller withdrawals at once.'
  );
}

/** Explains why a withdrawal cannot leave now, whoever approves it: what refuses it, or the limits that it waits for. */
export function explainObstacle(rules: readonly PolicyRule[], outcome: PolicyOutcome, facts: PolicyFacts): string {
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

function explainMatch({ when }: PolicyRule, ruleNumber: number, facts: ShownFacts): string {
  const { asset, network, profileId } = facts;
  const limit = when.atLeast && Object.hasOwn(when.atLeast, asset) ? when.atLeast[asset] : undefined;
  const reasons = [
    when.assets && `the asset is ${asset}`,
    when.networks && `the network is ${networkLabel(network)}`,
    when.profiles && `the profile is ${profileId}`,
    when.recipients && 'the rule names the recipient',
    when.makers && 'the rule names the requester',
    when.atLeast && explainLimit(facts, limit),
    when.isNewRecipient && explainNewRecipient(facts),
    ...(when.signals ? holdingSignals(when.signals, facts).map((signal) => SIGNALS[signal]) : []),
    when.overTime && explainOverLimit(when.overTime, facts),
  ].filter((reason) => typeof reason === 'string');
  if (reasons.length > 0) return joinList(reasons);
  return ruleNumber === 1
    ? 'it covers every withdrawal'
    : 'no earlier rule decides and this rule covers every withdrawal';
}

/**
 * Labels, for a line in the queue, a recipient who was paid before and still counts as new; undefined for other
 * recipients.
 */
export function labelNewAmount(facts: PolicyFacts): string | undefined {
  if (!facts.paidBefore?.inAnyAsset || !isNewTo(facts)) return undefined;
  return facts.paidBefore.largest === null ? 'new asset' : `over ${MAX_TIMES_PAID} times the largest`;
}

/** Explains why the recipient of a withdrawal counts as new (`isNewTo`), as a clause. */
export function explainNewRecipient({ asset, value, paidBefore, hidesLargest }: ShownFacts): string {
  if (!paidBefore?.inAnyAsset) return 'the recipient was never paid from this console';
  if (paidBefore.largest === null) return `the recipient was never paid in ${asset} before`;
  return (
    `${groupDigits(value)} ${asset} is more than ${MAX_TIMES_PAID} times the largest payment ` +
    `to the recipient so far${hidesLargest ? '' : `, ${groupDigits(paidBefore.largest)} ${asset}`}`
  );
}

function explainLimit({ asset, value, isSum }: PolicyFacts, limit: string | undefined): string {
  if (limit === undefined) return `the rule has no limit for ${asset}, so every amount of it counts`;
  const [shown, least] = [`${groupDigits(value)} ${asset}`, `${groupDigits(limit)} ${asset}`];
  return isSum
    ? `the rows to the recipient total ${shown}, which is at least ${least}`
    : `${shown} is at least ${least}`;
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

function describeLimits(limits: Record<string, string>, assets: readonly string[] | undefined): string {
  const named = Object.entries(limits).map(([asset, limit]) => `${groupDigits(limit)} ${asset} or more`);
  const hasUnnamed = assets === undefined || assets.some((asset) => !Object.hasOwn(limits, asset));
  return [...named, ...(hasUnnamed ? ['also for every asset without a limit here'] : [])].join(', ');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
