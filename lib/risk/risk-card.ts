import { findAssetWarning } from '@/lib/networks/assets';
import { amount, memo, network, paid } from '@/lib/risk/payment-findings';
import { cut, type Finding, notLookedUp, times } from '@/lib/risk/findings';
import { joinList } from '@/lib/text/join-list';
import type { SignalId } from '@/lib/risk/signals';
import type { RiskLine, RiskCard, RiskFacts } from '@/lib/risk/risk-facts';

/** The card about one withdrawal. Pure: the same facts give the same lines. */
export function assessRisk(facts: RiskFacts): RiskCard {
  const findings = [
    paid(facts),
    network(facts),
    memo(facts),
    amount(facts),
    repeated(facts),
    open(facts),
    saved(facts),
    pair(facts),
  ].flat();
  const lines = findings.map(({ line }) => line);
  const signals = new Set(findings.flatMap((finding) => finding.signals ?? []));
  if (lines.some(({ state }) => state === 'unavailable')) signals.add('check-unavailable');
  return { lines, signals: [...signals] };
}

function repeated({ repeated: found }: RiskFacts): Finding {
  if (found === 'unavailable') return notLookedUp('repeated', 'Whether the same was asked for within 24 hours');
  const basis = 'All requests made here within 24 hours of this one.';
  if (found.value === 0)
    return {
      line: {
        id: 'repeated',
        state: 'ok',
        text: 'The same amount to the same recipient was not asked for within 24 hours.',
        basis,
      },
    };
  const text = `The same amount to the same recipient was asked for within 24 hours: ${times(found.value, 'other request')}. Is this the same payment once more?`;
  return { line: { id: 'repeated', state: 'warn', text, basis }, signals: ['repeated-within-a-day'] };
}

function open({ open: found }: RiskFacts): Finding {
  if (found === 'unavailable') return notLookedUp('open', 'Which requests to the recipient are open');
  const { awaiting, approved, underWay, inDoubt } = found.value;
  const parts = [
    awaiting > 0 && `${awaiting} awaiting approval`,
    approved > 0 && `${approved} approved and not sent yet`,
    underWay > 0 && `${underWay} under way`,
    inDoubt > 0 && `${inDoubt} of unknown outcome`,
  ].filter((part) => part !== false);
  const basis = 'All requests made here.';
  if (parts.length === 0)
    return { line: { id: 'open', state: 'ok', text: 'No other request to this recipient is open.', basis } };
  const text = `Other requests to this recipient are open: ${joinList(parts)}.`;
  return { line: { id: 'open', state: inDoubt > 0 ? 'warn' : 'notice', text, basis }, signals: ['open-requests'] };
}

function saved({ saved: found, profileId, memo: asked }: RiskFacts): Finding {
  if (found === 'unavailable') return notLookedUp('book', 'Whether the recipient is in the book');
  const entry = found.value.find(({ isThis }) => isThis) ?? found.value[0];
  if (!entry) return bookLine('notice', 'Not in the book of recipients.', 'not-in-book');
  const name = `In the book as “${cut(entry.name)}”`;
  const isForOthers = entry.isThis && entry.profiles.length > 0 && !entry.profiles.includes(profileId);
  const signals: SignalId[] = [
    ...(entry.isThis ? [] : ['not-in-book' as const]),
    ...(isForOthers ? ['profile-not-allowed' as const] : []),
  ];
  if (entry.memo !== null && entry.memo !== asked) {
    const isMissing = asked === null;
    const text = `${name} with the memo “${cut(entry.memo)}”${isMissing ? ', and there is none now' : ''}.`;
    return bookLine('warn', text, isMissing ? 'memo-missing' : 'memo-changed', ...signals);
  }
  if (!entry.isThis) return bookLine('warn', `${name} without a memo.`, ...signals);
  return isForOthers
    ? bookLine('warn', `${name}, for other profiles: ${joinList(entry.profiles)}.`, ...signals)
    : bookLine('ok', `${name}.`);
}

function bookLine(state: RiskLine['state'], text: string, ...signals: SignalId[]): Finding {
  return { line: { id: 'book', state, text, basis: 'The book of recipients, by network, address and memo.' }, signals };
}

function pair({ directory, asset, network: id }: RiskFacts): Finding[] {
  if (directory === 'unavailable') return [notLookedUp('pair', 'Whether the asset is sent on this network')];
  const unusual = findAssetWarning(directory.value, asset, id);
  return unusual
    ? [
        {
          line: { id: 'pair', state: 'warn', text: unusual.message, basis: 'The table on the page “Assets”.' },
          signals: ['pair-unknown'],
        },
      ]
    : [];
}
