import { type Amount, compareAmounts } from '@/lib/money/amounts';
import { DEFAULT_REGISTRY } from '@/lib/networks/assets';
import type { RiskFacts, RiskLine, Payment } from '@/lib/risk/risk-facts';
import { cut, type Finding, MAX_PAYMENTS, notLookedUp, times } from '@/lib/risk/findings';
import { joinList } from '@/lib/text/join-list';
import { describeCoverage } from '@/lib/mirror/coverage';
import type { SignalId } from '@/lib/risk/signals';
import { compareWithTypical, type Comparison, MIN_SAMPLES_TO_COMPARE } from '@/lib/risk/typical-amount';
import { groupDigits, shortenDigits } from '@/lib/money/format-amount';

/** Whether and when the recipient was paid before. */
export function paid(facts: RiskFacts): Finding {
  if (facts.own === 'unavailable') return notLookedUp('paid', 'Whether the recipient was paid before');
  const here = toRecipient(facts, facts.own.value);
  const older = facts.older === 'unavailable' ? undefined : toRecipient(facts, facts.older.value);
  const otherwise =
    older && older.length > 0 ? `paid ${times(older.length)} in another way, last on ${dayOf(older[0])}` : '';
  const basis = basisOf(facts, here);
  if (here.length === 0) {
    const text = otherwise === '' ? 'Never paid before.' : `Never paid from here; ${otherwise}.`;
    return {
      line: { id: 'paid', state: 'warn', text: older ? text : 'Never paid from here.', basis },
      signals: ['new-recipient'],
    };
  }
  const text = `Paid ${times(here.length)} from here, last on ${dayOf(here[0])}${otherwise && `; ${otherwise}`}.`;
  return { line: { id: 'paid', state: 'ok', text, basis } };
}

/** Whether the address was paid on this network or on another one of its family. */
export function network(facts: RiskFacts): Finding[] {
  if (facts.own === 'unavailable') return [notLookedUp('network', 'Whether the recipient was paid on this network')];
  const all = [...facts.own.value, ...(facts.older === 'unavailable' ? [] : facts.older.value)];
  if (all.some((payment) => payment.network === facts.network)) return [];
  const others = [...new Set(all.map((payment) => payment.network))].map((id) => findIn(facts, id).label);
  if (others.length > 0) {
    const text = `Paid on ${joinList(others)} before, never on ${findIn(facts, facts.network).label}. The same address can belong to nobody there.`;
    return [
      {
        line: { id: 'network', state: 'warn', text, basis: basisOf(facts, facts.own.value) },
        signals: ['new-network'],
      },
    ];
  }
  return facts.older === 'unavailable'
    ? [notLookedUp('network', 'Whether the recipient was paid on another network')]
    : [];
}

/** Whether the memo is one that was used before. */
export function memo(facts: RiskFacts): Finding[] {
  if (facts.own === 'unavailable') return [notLookedUp('memo', 'Which memos were used before')];
  const older = facts.older === 'unavailable' ? [] : facts.older.value;
  const before = [...facts.own.value, ...older].filter((payment) => payment.network === facts.network);
  const used = [...new Set(before.map((payment) => payment.memo).filter((text) => text !== null))];
  const basis = basisOf(facts, facts.own.value);
  const line = (state: RiskLine['state'], text: string, ...signals: SignalId[]): Finding[] => [
    { line: { id: 'memo', state, text, basis }, signals },
  ];
  if (used.length > 0 && facts.memo === null) {
    const text = `${describeMemos(used)} before; there is none now. Without it the recipient may not get the money.`;
    return line('warn', text, 'memo-missing');
  }
  if (facts.memo !== null && used.includes(facts.memo)) return line('ok', 'The memo was used before.');
  // What is not seen proves nothing where the copy could not be asked or is not whole.
  if (facts.older === 'unavailable') return [notLookedUp('memo', 'Which memos were used before')];
  if (facts.memo !== null && used.length > 0)
    return line('warn', `Another memo than ever before: ${describeMemos(used, false)}.`, 'memo-changed');
  if (facts.memo !== null && before.length > 0) return line('notice', 'Paid without a memo before; there is one now.');
  const { label, usesMemo } = findIn(facts, facts.network);
  if (facts.memo === null && usesMemo && !facts.isMemoInAddress)
    return line('notice', `No memo. Recipients on ${label} often cannot be told apart without one.`);
  if (before.length > 0 && facts.memo === null && !isWhole(facts))
    return line('notice', 'No memo was used before, as far as is known.');
  return [];
}

/** Whether the amount is usual for the recipient, or else for the profile. */
export function amount(facts: RiskFacts): Finding {
  const { asset, value, own, older, ofProfile } = facts;
  const what = 'What is usual for this amount';
  if (own === 'unavailable') return notLookedUp('amount', what);
  const here = toRecipient(facts, own.value);
  const paidInAsset = [...here, ...(older === 'unavailable' ? [] : toRecipient(facts, older.value))].filter(
    (payment) => payment.asset === asset,
  );
  const toThis = compareWithTypical(
    value,
    paidInAsset.map((payment) => payment.value),
  );
  if (toThis) return describeComparison(toThis, asset, `payments of ${asset} to this recipient`, basisOf(facts, here));
  if (ofProfile === 'unavailable') return notLookedUp('amount', what);
  const count = paidInAsset.length === 0 ? 'None' : times(paidInAsset.length, 'payment');
  const few = `${count} of ${asset} to this recipient, where ${MIN_SAMPLES_TO_COMPARE} are needed; ${times(ofProfile.value.length, 'withdrawal')} of ${asset} from this profile in the copy of transfers (${describeCopy(facts)}).`;
  const ofThisProfile = compareWithTypical(value, ofProfile.value);
  if (ofThisProfile) return describeComparison(ofThisProfile, asset, `withdrawals of ${asset} from this profile`, few);
  return {
    line: {
      id: 'amount',
      state: 'notice',
      text: `Too few payments of ${asset} to say whether the amount is usual.`,
      basis: few,
    },
    signals: ['amount-not-compared'],
  };
}

function describeComparison(comparison: Comparison, asset: string, what: string, basis: string): Finding {
  const { isUnusual, isLarge, isAboveAll, samples, median, largest, ratio } = comparison;
  const count = `${samples >= MAX_PAYMENTS ? 'the last ' : ''}${groupDigits(String(samples))}`;
  const above = isAboveAll ? 'more than any of them, the largest was' : 'the largest was';
  const text = `${describeRatio(ratio)} the median of ${count} ${what} (${shortenDigits(median)} ${asset}); ${above} ${shortenDigits(largest)} ${asset}.`;
  const state = isUnusual ? 'warn' : isLarge ? 'notice' : 'ok';
  return { line: { id: 'amount', state, text, basis }, signals: isUnusual ? ['amount-unusual'] : [] };
}

function describeRatio(ratio: Amount): string {
  if (compareAmounts(ratio, '0.9') < 0) return 'Below';
  return compareAmounts(ratio, '1.1') > 0 ? `${groupDigits(ratio)} times` : 'About';
}

/** Those to the very recipient: on the same network and, where recipients are told apart by it, with the same memo. */
function toRecipient(facts: RiskFacts, payments: readonly Payment[]): Payment[] {
  const { id, usesMemo } = findIn(facts, facts.network);
  return payments.filter((payment) => payment.network === id && (!usesMemo || payment.memo === facts.memo));
}

/** What is known of a network; one that is in no table goes by its id. */
function findIn({ directory }: RiskFacts, id: string): { id: string; label: string; usesMemo?: boolean } {
  const { networks } = directory === 'unavailable' ? DEFAULT_REGISTRY : directory.value;
  return networks.find((known) => known.id === id) ?? { id, label: id };
}

function basisOf(facts: RiskFacts, own: readonly Payment[]): string {
  const first = own.at(-1);
  const here = first ? `${times(own.length, 'payment')} made here since ${dayOf(first)}` : 'No payment made here';
  if (facts.older === 'unavailable') return `${here}. The copy of transfers could not be asked.`;
  const { length } = facts.older.value;
  return `${here}; ${length === 0 ? 'none' : times(length, 'withdrawal')} made elsewhere in the copy of transfers (${describeCopy(facts)}).`;
}

function describeCopy({ coverage }: RiskFacts): string {
  return coverage === 'unavailable'
    ? 'how current it is could not be looked up'
    : describeCoverage(coverage.value, 'UTC');
}

function isWhole({ coverage }: RiskFacts): boolean {
  return coverage !== 'unavailable' && coverage.value.isComplete;
}

function describeMemos(used: readonly string[], isSentence = true): string {
  const shown = used.slice(0, 3).map((text) => `“${cut(text)}”`);
  const more = used.length > shown.length ? ` and ${used.length - shown.length} more` : '';
  return isSentence ? `The memo was ${shown.join(', ')}${more}` : `it was ${shown.join(', ')}${more}`;
}

function dayOf(payment: Payment | undefined): string {
  return payment
    ? new Date(payment.at).toLocaleDateString('en-GB', {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
      })
    : 'an unknown day';
}
