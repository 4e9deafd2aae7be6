import { joinList } from '@/lib/text/join-list';
import { groupDigits } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
import { SIGNALS } from '@/lib/risk/signals';
import {
  type ApprovingRole,
  type findUnreachable,
  holdingSignals,
  type PolicyFacts,
  type PolicyOutcome,
  type PolicyRule,
} from '@/lib/policy/policy';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five'] as const;
const ROLE_NAMES: Record<ApprovingRole, string> = { approver: 'approvers', admin: 'administrators' };

/**
 * Describes a rule as one sentence, such as “Two approvals if the recipient was never paid before.” `nameOfPerson`
 * gives the name for a person's id.
 */
export function describeRule({ when, then }: PolicyRule, nameOfPerson: (id: string) => string): string {
  const conditions = [
    when.assets && `for ${joinList(when.assets, 'or')}`,
    when.networks && `on the network ${joinList(when.networks.map(networkLabel), 'or')}`,
    when.profiles && `for profile ${joinList(when.profiles, 'or')}`,
    when.makers && `if ${joinList(when.makers.map(nameOfPerson), 'or')} requests the withdrawal`,
    when.atLeast && `${when.assets ? 'of' : 'for'} ${describeLimits(when.atLeast)}`,
    when.isNewRecipient && 'if the recipient was never paid before',
    when.signals &&
      `if ${joinList(
        when.signals.map((signal) => SIGNALS[signal]),
        'or',
      )}, or if that could not be checked`,
  ].filter((condition) => condition !== undefined);
  const outcome = then.kind === 'refuse' ? 'Not allowed' : capitalize(describeCount(then.count, then.role));
  const sentence = `${outcome} ${conditions.length > 0 ? conditions.join(', ') : 'for every withdrawal'}`;
  if (then.kind === 'refuse') return `${sentence}: ${asSentence(then.reason)}`;
  return then.wholeBatch ? `${sentence}; a batch can be approved as a whole.` : `${sentence}.`;
}

/** Explains why a rule never applies, by the result of `findUnreachable`; undefined where it can apply. */
export function explainUnreachable(
  unreachable: ReturnType<typeof findUnreachable>,
  number: number,
): string | undefined {
  const found = unreachable.find((one) => one.number === number);
  return found && `Never applies: rule ${found.coveredBy} already covers every withdrawal.`;
}

/** Explains which rule decides, why, and what it requires: “Rule 1 applies because …: two approvals are needed.” */
export function explainOutcome(outcome: PolicyOutcome, facts: PolicyFacts): string {
  if (!outcome.rule) return 'No policy rule covers this withdrawal, so it is not allowed.';
  const { ruleNumber, rule } = outcome;
  const because = explainMatch(rule, ruleNumber, facts);
  if (outcome.kind === 'refuse')
    return `Rule ${ruleNumber} does not allow this withdrawal because ${because}: ${asSentence(outcome.reason)}`;
  const approvals = describeCount(outcome.count, rule.then.kind === 'approve' ? rule.then.role : undefined);
  return `Rule ${ruleNumber} applies because ${because}: ${approvals} ${outcome.count === 1 ? 'is' : 'are'} needed.`;
}

function explainMatch({ when }: PolicyRule, ruleNumber: number, facts: PolicyFacts): string {
  const { asset, network, profileId } = facts;
  const limit = when.atLeast?.[asset];
  const reasons = [
    when.assets && `the asset is ${asset}`,
    when.networks && `the network is ${networkLabel(network)}`,
    when.profiles && `the profile is ${profileId}`,
    when.makers && 'the rule names the requester',
    limit && explainLimit(facts, limit),
    when.isNewRecipient && 'the recipient was never paid before',
    ...(when.signals ? holdingSignals(when.signals, facts).map((signal) => SIGNALS[signal]) : []),
  ].filter((reason) => typeof reason === 'string');
  if (reasons.length > 0) return joinList(reasons);
  return ruleNumber === 1
    ? 'it covers every withdrawal'
    : 'no earlier rule applies and this rule covers every withdrawal';
}

function explainLimit({ asset, value, isSum }: PolicyFacts, limit: string): string {
  const [shown, least] = [`${groupDigits(value)} ${asset}`, `${groupDigits(limit)} ${asset}`];
  return isSum
    ? `the rows to the recipient total ${shown}, which is at least ${least}`
    : `${shown} is at least ${least}`;
}

function describeCount(count: number, role: ApprovingRole | undefined): string {
  const approvals = `${NUMBERS[count] ?? count} ${count === 1 ? 'approval' : 'approvals'}`;
  return role === undefined ? approvals : `${approvals} from ${ROLE_NAMES[role]}`;
}

function describeLimits(limits: Record<string, string>): string {
  return Object.entries(limits)
    .map(([asset, limit]) => `${groupDigits(limit)} ${asset} or more`)
    .join(', ');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
