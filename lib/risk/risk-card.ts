import { findAssetWarning } from '@/lib/networks/assets';
import { explainMissingNetwork } from '@/lib/withdrawals/sendable';
import { listAddressNotes } from '@/lib/addresses/address-notes';
import { assessAmount } from '@/lib/risk/assess-amount';
import { assessMemo, assessNetwork, assessPaymentHistory, assessProfile } from '@/lib/risk/payment-findings';
import {
  formatCount,
  type Finding,
  LOST_FUNDS,
  POSSIBLE_DUPLICATE,
  PROFILE_NOT_ALLOWED,
  truncate,
  unavailableFinding,
  UNKNOWN_OUTCOME,
} from '@/lib/risk/findings';
import type { RiskCard, RiskFacts, RiskLine } from '@/lib/risk/risk-facts';
import { assessTexts } from '@/lib/risk/text-finding';
import type { SignalId } from '@/lib/policy/signals';
import { joinList } from '@/lib/text/join-list';
import { isSameId } from '@/lib/text/uuid';

/** Builds the risk card of one withdrawal. A pure function: the same facts give the same card. */
export function assessRisk(facts: RiskFacts): RiskCard {
  const findings = [
    assessAddress(facts),
    assessPaymentHistory(facts),
    assessNetwork(facts),
    assessMemo(facts),
    assessTexts(facts.textNotes),
    assessAmount(facts),
    assessRepeats(facts),
    assessOpenRequests(facts),
    assessAddressBook(facts),
    assessProfile(facts),
    assessAssetOnNetwork(facts),
  ].flat();
  const lines = findings.map(({ line }) => line);
  const signals = new Set(findings.flatMap((finding) => finding.signals ?? []));
  if (lines.some(({ state }) => state === 'unavailable')) signals.add('check-unavailable');
  return { lines, signals: [...signals] };
}

/** Finds what the address itself tells: nothing sent there returns, its spelling is unchecked, it has no checksum. */
function assessAddress({ address, network, ownPayments }: RiskFacts): Finding[] {
  const text = listAddressNotes(address, 'approver').join(' ');
  if (address.state !== 'invalid' && address.lost !== undefined)
    return addressFinding('warn', { text, name: LOST_FUNDS }, 'address-note');
  if (address.state !== 'valid') return addressFinding('unavailable', { text, name: 'address not checked' });
  if (text === '') return [];
  // An address that was paid before has no typing mistake.
  const isPaid = ownPayments !== 'unavailable' && ownPayments.value.some((payment) => payment.network === network);
  return isPaid
    ? addressFinding('notice', { text })
    : addressFinding('warn', { text, name: 'address to check' }, 'address-note');
}

function addressFinding(
  state: RiskLine['state'],
  said: Pick<RiskLine, 'text' | 'name'>,
  ...signals: SignalId[]
): Finding[] {
  return [{ line: { id: 'address', state, ...said }, signals }];
}

function assessRepeats({ repeatedRequests }: RiskFacts): Finding {
  if (repeatedRequests === 'unavailable') return unavailableFinding('repeated', 'Possible duplicates');
  const { value: count } = repeatedRequests;
  if (count === 0) {
    const text = 'No other request for the same amount to the same recipient within 24 hours.';
    return { line: { id: 'repeated', state: 'ok', text } };
  }
  const requests = formatCount(count, 'other request');
  const text = `Possible duplicate: ${requests} for the same amount to the same recipient within 24 hours.`;
  return {
    line: { id: 'repeated', state: 'warn', text, name: POSSIBLE_DUPLICATE },
    signals: ['repeated-within-a-day'],
  };
}

function assessOpenRequests({ openRequests }: RiskFacts): Finding {
  if (openRequests === 'unavailable') return unavailableFinding('open', 'Open requests to the recipient');
  const { awaiting, approved, inProgress, unknown } = openRequests.value;
  const parts = [
    awaiting > 0 && `${awaiting} awaiting approval`,
    approved > 0 && `${approved} approved and not sent yet`,
    inProgress > 0 && `${inProgress} in progress`,
    unknown > 0 && `${unknown} with an unknown outcome`,
  ].filter((part) => part !== false);
  if (parts.length === 0)
    return { line: { id: 'open', state: 'ok', text: 'No other open requests to this recipient.' } };
  const text = `Other open requests to this recipient: ${joinList(parts)}.`;
  const found = unknown > 0 ? ({ state: 'warn', name: UNKNOWN_OUTCOME } as const) : ({ state: 'notice' } as const);
  return { line: { id: 'open', ...found, text }, signals: ['open-requests'] };
}

function assessAddressBook({ savedEntries, profileId, memo }: RiskFacts): Finding {
  if (savedEntries === 'unavailable') return unavailableFinding('book', 'The address book');
  const entry = savedEntries.value.find(({ isExactMatch }) => isExactMatch) ?? savedEntries.value[0];
  if (!entry) return addressBookFinding({ state: 'notice', text: 'Not in the address book.' }, 'not-in-book');
  const inBook = entry.isHidden
    ? 'In the address book for another profile'
    : `In the address book as “${truncate(entry.name)}”`;
  const isForOthers =
    entry.isExactMatch && entry.profiles.length > 0 && !entry.profiles.some((profile) => isSameId(profile, profileId));
  const signals: SignalId[] = [
    ...(entry.isExactMatch ? [] : ['not-in-book' as const]),
    ...(isForOthers ? ['profile-not-allowed' as const] : []),
  ];
  const warn = (name: string, text: string, ...more: SignalId[]) =>
    addressBookFinding({ state: 'warn', text, name }, ...more, ...signals);
  if (entry.memo !== null && entry.memo !== memo) {
    const saved = `${inBook} with ${entry.isHidden ? 'a memo' : `the memo “${truncate(entry.memo)}”`}`;
    return memo === null
      ? warn('memo of the address book missing', `${saved}. This withdrawal has no memo.`, 'memo-missing')
      : warn('another memo than the address book', `${saved}. This withdrawal has a different memo.`, 'memo-changed');
  }
  if (!entry.isExactMatch) return warn('no memo in the address book', `${inBook}, but without a memo.`);
  if (isForOthers && entry.isHidden)
    return warn(PROFILE_NOT_ALLOWED, 'In the address book, but only for another profile.');
  return isForOthers
    ? warn(PROFILE_NOT_ALLOWED, `${inBook}, but only for other profiles: ${joinList(entry.profiles)}.`)
    : addressBookFinding({ state: 'ok', text: `${inBook}.` });
}

function addressBookFinding(found: Pick<RiskLine, 'state' | 'text' | 'name'>, ...signals: SignalId[]): Finding {
  return { line: { id: 'book', ...found }, signals };
}

function assessAssetOnNetwork({ registry, asset, network: id }: RiskFacts): Finding[] {
  if (registry === 'unavailable') return [unavailableFinding('pair', 'The asset and the network')];
  const missing = explainMissingNetwork(registry.value, id);
  if (missing !== undefined)
    return [pairFinding('network switched off', `${missing} An approved withdrawal waits until the network is back.`)];
  const warning = findAssetWarning(registry.value, asset, id);
  return warning ? [pairFinding('asset not listed for this network', warning.message)] : [];
}

function pairFinding(name: string, text: string): Finding {
  const basis = 'Based on the page “Assets and networks” and the configuration.';
  return { line: { id: 'pair', state: 'warn', text, name, basis }, signals: ['pair-unknown'] };
}
