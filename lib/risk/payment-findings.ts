import { compareAmounts, exceedsTimes, largestOf, ratioOf } from '@/lib/money/amounts';
import { resolveNetwork } from '@/lib/networks/networks';
import { MAX_TIMES_PAID } from '@/lib/policy/facts';
import type { RiskFacts, RiskLine, Payment } from '@/lib/risk/risk-facts';
import { nameOverLargest } from '@/lib/risk/amount-finding';
import { describeFirstPayment } from '@/lib/risk/first-payment';
import { formatCount, type Finding, nameByFirstSentence, truncate, unavailableFinding } from '@/lib/risk/findings';
import { describeCoverage } from '@/lib/mirror/coverage';
import type { SignalId } from '@/lib/policy/signals';
import { groupDigits, roundForOverview } from '@/lib/money/format-amount';
import { joinList } from '@/lib/text/join-list';
import { writeDay } from '@/lib/time/write-day';

/** Finds whether and when the recipient was paid before, in this asset, and whether nearly as much. */
export function assessPaymentHistory(facts: RiskFacts): Finding {
  if (facts.ownPayments === 'unavailable') return unavailableFinding('paid', 'The payment history');
  const own = toRecipient(facts, facts.ownPayments.value);
  const others = facts.otherPayments === 'unavailable' ? undefined : toRecipient(facts, facts.otherPayments.value);
  const elsewhere =
    others && others.length > 0
      ? { paid: `paid ${formatCount(others.length)} elsewhere${describeHidden(others)}`, last: dayOf(others[0]) }
      : undefined;
  const basis = describeBasis(facts, own);
  if (own.length === 0) {
    const text = explainNeverPaid(facts, others !== undefined, elsewhere);
    const name = nameByFirstSentence(text);
    return { line: { id: 'paid', state: 'warn', text, name, basis }, signals: ['new-recipient'] };
  }
  const paid = `Paid ${formatCount(own.length)} from this console${describeHidden(own)}, last on ${dayOf(own[0])}`;
  const also = elsewhere ? ` ${capitalize(elsewhere.paid)}, last on ${elsewhere.last}.` : '';
  const limit = explainNewAmount(facts, own);
  if (limit !== undefined)
    return {
      line: { id: 'paid', state: 'warn', text: `${paid}, ${limit.text}.${also}`, name: limit.name, basis },
      signals: ['new-recipient'],
    };
  return { line: { id: 'paid', state: 'ok', text: `${paid}.${also}`, basis } };
}

/**
 * Says that the recipient was never paid before, or not from this console, and apart from that what the address was
 * paid on another network or with another memo, which is another recipient.
 */
function explainNeverPaid(
  facts: RiskFacts,
  isReadElsewhere: boolean,
  elsewhere: { paid: string; last: string } | undefined,
): string {
  const { ownPayments, otherPayments, network, memo } = facts;
  const known = [ownPayments, otherPayments].flatMap((payments) => (payments === 'unavailable' ? [] : payments.value));
  const otherWays = known.filter((payment) => !toRecipient(facts, [payment]).length);
  const first = isReadElsewhere && !elsewhere && hasAllTransfers(facts) ? 'ever' : 'here';
  const sentence = describeFirstPayment(first);
  // In one sentence, since “Paid 4 times” beside it would contradict it.
  const paid = elsewhere ? `, ${elsewhere.paid}. Last on ${elsewhere.last}.` : '.';
  if (otherWays.length === 0) return `${sentence}${paid}`;
  const { label } = findNetwork(facts, network);
  const onNetwork = otherWays.filter((payment) => payment.network === network).length;
  const thisMemo = memo === null ? 'without a memo' : 'with this memo';
  const otherMemo = memo === null ? 'with a memo' : 'with another memo or none';
  const [thisWay, otherWay] =
    onNetwork === 0
      ? [`on ${label}`, 'on other networks']
      : onNetwork === otherWays.length
        ? [thisMemo, otherMemo]
        : [`on ${label} ${thisMemo}`, `${otherMemo}, or on other networks`];
  const never = first === 'ever' ? `Never paid ${thisWay}` : `${sentence} ${thisWay}`;
  return `${never}${paid} ${capitalize(formatCount(otherWays.length, 'payment'))} to this address ${otherWay}.`;
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * Explains why a recipient who was paid still counts as new (lib/policy/facts, `isNewTo`); undefined for a known one.
 */
function explainNewAmount(
  { asset, value }: RiskFacts,
  own: readonly Payment[],
): { text: string; name: string } | undefined {
  // While a form is filled in, the asset may be missing.
  if (asset === '') return undefined;
  const inAsset = own.filter((payment) => payment.asset === asset);
  if (inAsset.length === 0) return { text: `but never in ${asset}`, name: `never paid in ${asset}` };
  const largest = largestOf(valuesOf(inAsset));
  if (!exceedsTimes(value, MAX_TIMES_PAID, largest)) return undefined;
  const times =
    compareAmounts(largest, '0') > 0 ? `: this is ${groupDigits(ratioOf(value, largest))} times as much` : '';
  const isVisible = valuesOf(visibleOf(inAsset)).some((amount) => compareAmounts(amount, largest) === 0);
  return {
    text: isVisible
      ? `but never more than ${roundForOverview(largest)} ${asset}${times}`
      : 'but never more than a tenth of this amount',
    name: nameOverLargest(value, {
      times: MAX_TIMES_PAID,
      largest,
      isHidden: visibleOf(inAsset).length < inAsset.length,
    }),
  };
}

export const valuesOf = (payments: readonly Payment[]) => payments.map(({ value }) => value);
export const visibleOf = (payments: readonly Payment[]) => payments.filter(({ isHidden }) => !isHidden);

/** Says how many of the payments are of another profile, in brackets; nothing where none is. */
function describeHidden(payments: readonly Payment[]): string {
  const hidden = payments.length - visibleOf(payments).length;
  if (hidden === 0) return '';
  return hidden === payments.length ? ' (by another profile)' : ` (${hidden} by another profile)`;
}

/** Finds whether the address was paid on this network, or only on another network of its family. */
export function assessNetwork(facts: RiskFacts): Finding[] {
  if (facts.ownPayments === 'unavailable') return [unavailableFinding('network', 'The network')];
  const others = facts.otherPayments === 'unavailable' ? [] : facts.otherPayments.value;
  const payments = [...facts.ownPayments.value, ...others];
  if (payments.some((payment) => payment.network === facts.network)) return [];
  const labels = [...new Set(payments.map((payment) => payment.network))].map((id) => findNetwork(facts, id).label);
  if (labels.length > 0) {
    const { label } = findNetwork(facts, facts.network);
    const text =
      `Paid on ${joinList(labels)} before, but never on ${label}. ` +
      `On ${label}, the same address may belong to no one.`;
    return [
      {
        line: {
          id: 'network',
          state: 'warn',
          text,
          name: `never paid on ${label}`,
          basis: describeBasis(facts, facts.ownPayments.value),
        },
        signals: ['new-network'],
      },
    ];
  }
  return facts.otherPayments === 'unavailable' ? [unavailableFinding('network', 'The network')] : [];
}

/** Compares the memo with those of earlier payments. */
export function assessMemo(facts: RiskFacts): Finding[] {
  const unavailable = unavailableFinding('memo', 'The memo');
  if (facts.ownPayments === 'unavailable') return [unavailable];
  const others = facts.otherPayments === 'unavailable' ? [] : facts.otherPayments.value;
  const payments = [...facts.ownPayments.value, ...others].filter((payment) => payment.network === facts.network);
  const memos = memosOf(payments);
  const quoted = quoteMemos(memos, memosOf(visibleOf(payments)));
  const basis = describeBasis(facts, facts.ownPayments.value);
  const finding = (state: RiskLine['state'], text: string, ...signals: SignalId[]): Finding[] => [
    { line: { id: 'memo', state, text, ...(state === 'warn' && { name: nameByFirstSentence(text) }), basis }, signals },
  ];
  if (memos.length > 0 && facts.memo === null) {
    const text = `No memo. Earlier payments used ${quoted}. Without a memo the recipient may not receive the money.`;
    return finding('warn', text, 'memo-missing');
  }
  if (facts.memo !== null && memos.includes(facts.memo)) return finding('ok', 'Same memo as before.');
  // The absence of a memo proves nothing where the transfers could not be read.
  if (facts.otherPayments === 'unavailable') return [unavailable];
  if (facts.memo !== null && memos.length > 0)
    return finding('warn', `New memo. Earlier payments used ${quoted}.`, 'memo-changed');
  if (facts.memo !== null && payments.length > 0) return finding('notice', 'New memo. Earlier payments had none.');
  const { label, usesMemo } = findNetwork(facts, facts.network);
  if (facts.memo === null && usesMemo && !isMemoInAddress(facts))
    return finding('notice', `No memo. On ${label}, many recipients share an address and need a memo.`);
  if (payments.length > 0 && facts.memo === null && !hasAllTransfers(facts))
    return finding('notice', 'No earlier memo found, but not all transfers have been synced yet.');
  return [];
}

function isMemoInAddress({ address }: RiskFacts): boolean {
  return address.state === 'valid' && address.memo !== undefined;
}

/** Finds a profile that appears in no transfer and in no withdrawal that was sent from here. */
export function assessProfile(facts: RiskFacts): Finding[] {
  if (facts.isKnownProfile === 'unavailable') return [unavailableFinding('profile', 'The profile')];
  if (facts.isKnownProfile.value) return [];
  const text =
    'The profile was never seen: no transfer and no withdrawal that was sent from this console names the profile.';
  const basis = `Based on the withdrawals of this console and all transfers (${describeSync(facts)}).`;
  return [
    {
      line: { id: 'profile', state: 'warn', text, name: 'profile never seen', basis },
      signals: ['profile-unknown'],
    },
  ];
}

/**
 * Selects payments to exactly this recipient: on this network and, where the network uses memos, with the same memo.
 */
export function toRecipient(facts: RiskFacts, payments: readonly Payment[]): Payment[] {
  const { id, usesMemo } = findNetwork(facts, facts.network);
  return payments.filter((payment) => payment.network === id && (!usesMemo || payment.memo === facts.memo));
}

/** Finds a network in the registry; an unknown network is labelled with its id. */
export function findNetwork({ registry }: RiskFacts, id: string): { id: string; label: string; usesMemo?: boolean } {
  return resolveNetwork(id, registry === 'unavailable' ? [] : registry.value.networks);
}

/** Says what payments a finding is based on; `own` are those of this console. */
export function describeBasis(facts: RiskFacts, own: readonly Payment[]): string {
  const first = own.at(-1);
  const here = first
    ? `${formatCount(own.length, 'payment')} from this console since ${dayOf(first)}`
    : 'no payments from this console';
  if (facts.otherPayments === 'unavailable')
    return `Based on ${here}. Payments made elsewhere could not be read.${first ? DAYS_IN_UTC : ''}`;
  const { length } = facts.otherPayments.value;
  const elsewhere = length === 0 ? 'no withdrawals' : formatCount(length, 'withdrawal');
  const days = first || length > 0 ? DAYS_IN_UTC : '';
  return `Based on ${here} and ${elsewhere} made elsewhere (${describeSync(facts)}).${days}`;
}

// The findings are stored with the request, for readers in every zone.
const DAYS_IN_UTC = ' Days are in UTC.';

/** Says how complete the transfers are. */
function describeSync({ coverage }: RiskFacts): string {
  return coverage === 'unavailable' ? 'sync state unknown' : describeCoverage(coverage.value, 'UTC');
}

function hasAllTransfers({ coverage }: RiskFacts): boolean {
  return coverage !== 'unavailable' && coverage.value.isComplete;
}

function memosOf(payments: readonly Payment[]): string[] {
  return [...new Set(payments.map(({ memo }) => memo).filter((text) => text !== null))];
}

function quoteMemos(memos: readonly string[], visible: readonly string[]): string {
  const shown = visible.slice(0, 3).map((text) => `“${truncate(text)}”`);
  const more = visible.length - shown.length;
  const hidden = memos.length - visible.length;
  return joinList([
    ...shown,
    ...(more > 0 ? [`${more} more`] : []),
    ...(hidden > 0 ? [hidden === 1 ? 'a memo of another profile' : 'memos of another profile'] : []),
  ]);
}

function dayOf(payment: Payment | undefined): string {
  return payment ? writeDay(payment.at) : 'an unknown day';
}
