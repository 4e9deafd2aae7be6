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
const HOLDERS: Record<ApprovingRole, string> = { approver: 'approvers', admin: 'admins' };

/** A rule as one sentence, such as "Two approvals where the recipient was never paid before." `nameOfPerson`: by id. */
export function describeRule({ when, then }: PolicyRule, nameOfPerson: (id: string) => string): string {
  const conditions = [
    when.assets && `for ${joinList(when.assets, 'or')}`,
    when.networks && `on the network ${joinList(when.networks.map(networkLabel), 'or')}`,
    when.profiles && `from profile ${joinList(when.profiles, 'or')}`,
    when.makers && `where ${joinList(when.makers.map(nameOfPerson), 'or')} asks for it`,
    when.atLeast && `${when.assets ? 'where it is' : 'for'} ${describeLimits(when.atLeast)}`,
    when.isNewRecipient && 'where the recipient was never paid before',
    when.signals &&
      `where ${joinList(
        when.signals.map((signal) => SIGNALS[signal]),
        'or',
      )}, or where that could not be looked up`,
  ].filter((condition) => condition !== undefined);
  const what = then.kind === 'refuse' ? 'Refused' : capitalize(describeCount(then.count, then.role));
  const sentence = `${what} ${conditions.length > 0 ? conditions.join(', ') : 'for every withdrawal'}`;
  if (then.kind === 'refuse') return `${sentence}: ${asSentence(then.reason)}`;
  return then.wholeBatch ? `${sentence}; a batch also as a whole.` : `${sentence}.`;
}

/** Why a rule never applies (`findUnreachable`), as a sentence; undefined where it may. */
export function describeUnreachable(
  unreachable: ReturnType<typeof findUnreachable>,
  number: number,
): string | undefined {
  const found = unreachable.find((one) => one.number === number);
  return found && `Never reached: rule ${found.coveredBy} covers every withdrawal.`;
}

/** What the policy asks for and why that rule applies, such as "Rule 1 applies because …: two approvals are needed." */
export function explainOutcome(outcome: PolicyOutcome, facts: PolicyFacts): string {
  if (!outcome.rule) return 'No rule of the policy covers this withdrawal, so it is refused.';
  const because = explainMatch(outcome.rule, outcome.ruleNumber, facts);
  if (outcome.kind === 'refuse')
    return `Rule ${outcome.ruleNumber} refuses it because ${because}: ${asSentence(outcome.reason)}`;
  const are = outcome.count === 1 ? 'is' : 'are';
  return `Rule ${outcome.ruleNumber} applies because ${because}: ${describeCount(outcome.count, outcome.rule.then.kind === 'approve' ? outcome.rule.then.role : undefined)} ${are} needed.`;
}

function explainMatch({ when }: PolicyRule, ruleNumber: number, facts: PolicyFacts): string {
  const { asset, network, profileId, value, isSum } = facts;
  const limit = when.atLeast?.[asset];
  const reasons = [
    when.assets && `the asset is ${asset}`,
    when.networks && `the network is ${networkLabel(network)}`,
    when.profiles && `the profile is ${profileId}`,
    when.makers && 'of who asks for it',
    limit &&
      `${isSum ? 'what the rows to the recipient come to, ' : ''}${groupDigits(value)} ${asset}${isSum ? ',' : ''} is not below ${groupDigits(limit)} ${asset}`,
    when.isNewRecipient && 'the recipient was never paid before',
    ...(when.signals ? holdingSignals(when.signals, facts).map((signal) => SIGNALS[signal]) : []),
  ].filter((reason) => typeof reason === 'string');
  if (reasons.length > 0) return reasons.join(' and ');
  return ruleNumber === 1 ? 'it is for every withdrawal' : 'no rule before it does and it is for every withdrawal';
}

function describeCount(count: number, role: ApprovingRole | undefined): string {
  const approvals = `${NUMBERS[count] ?? count} ${count === 1 ? 'approval' : 'approvals'}`;
  return role === undefined ? approvals : `${approvals} from ${HOLDERS[role]}`;
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
