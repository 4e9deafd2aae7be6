import { type Amount, compareAmounts, exceedsTimes, largestOf, medianOf, ratioOf } from '@/lib/amounts';
import { DEFAULT_DIRECTORY, type Directory, findUnusualPair } from '@/lib/assets';
import { type Coverage, describeCoverage } from '@/lib/coverage';
import type { SignalId } from '@/lib/signals';
import { groupDigits } from '@/lib/written-amounts';

/** What continuity with earlier payments says of a withdrawal. `unavailable` is never a pass: it could not be looked up. */
export interface ContinuityLine {
  id: string;
  state: 'ok' | 'notice' | 'warn' | 'unavailable';
  text: string;
  /** What it rests on, in words. */
  basis: string;
}

/** The lines as they are shown and kept with a request, and what of them a policy can ask for. */
export interface ContinuityCard {
  lines: ContinuityLine[];
  signals: SignalId[];
}

/** What a check brought, or nothing where it could not run. */
export type Checked<Value> = { value: Value } | 'unavailable';

/** A completed withdrawal to the address, on whatever network of its family. */
export interface Payment {
  network: string;
  asset: string;
  value: Amount;
  memo: string | null;
  /** ISO 8601. */
  at: string;
}

/** Everything that the card is made of. Payments are the newest, at most `MOST_PAYMENTS` of each kind. */
export interface ContinuityFacts {
  network: string;
  asset: string;
  value: Amount;
  memo: string | null;
  profileId: string;
  /** Those made by this console. */
  own: Checked<Payment[]>;
  /** Withdrawals in the mirror that were not made by this console. */
  older: Checked<Payment[]>;
  /** How much of all transfers the mirror holds. */
  coverage: Checked<Coverage>;
  /** What completed withdrawals of the asset from the profile were, as the mirror has them; the newest. */
  ofProfile: Checked<Amount[]>;
  /** How many requests of a day around this one have the same recipient and value. */
  repeated: Checked<number>;
  open: Checked<{ awaiting: number; approved: number; underWay: number; inDoubt: number }>;
  /** The entry of the book for this recipient; null where there is none. */
  saved: Checked<{ name: string; profiles: readonly string[] } | null>;
  directory: Checked<Directory>;
}

interface Finding {
  line: ContinuityLine;
  signals?: SignalId[];
}

export const MOST_PAYMENTS = 1000;
/** With fewer payments, nothing is said about what is usual. */
const FEWEST_TO_LEARN = 5;
/** Beyond everything there was by a slip of a digit or a wrong unit, not by growth: three times the largest… */
const TIMES_LARGEST = 3;
/** …or, where most are small, five times the middle, as long as nothing like it was ever paid. */
const TIMES_MEDIAN = 5;

/** The card about one withdrawal. Pure: the same facts give the same lines. */
export function describeContinuity(facts: ContinuityFacts): ContinuityCard {
  const findings = [paid(facts), network(facts), memo(facts), amount(facts), repeated(facts), open(facts), saved(facts), pair(facts)].flat();
  const lines = findings.map(({ line }) => line);
  const signals = findings.flatMap((finding) => finding.signals ?? []);
  return { lines, signals: lines.some(({ state }) => state === 'unavailable') ? [...signals, 'check-unavailable'] : signals };
}

function paid(facts: ContinuityFacts): Finding {
  if (facts.own === 'unavailable') return notLookedUp('paid', 'Whether the recipient was paid before');
  const here = toRecipient(facts, facts.own.value);
  const older = facts.older === 'unavailable' ? undefined : toRecipient(facts, facts.older.value);
  const otherwise = older && older.length > 0 ? `paid ${times(older.length)} in another way, last on ${dayOf(older[0])}` : '';
  const basis = basisOf(facts, here);
  if (here.length === 0) {
    const text = otherwise === '' ? 'Never paid before.' : `Never paid from here; ${otherwise}.`;
    return { line: { id: 'paid', state: 'warn', text: older ? text : 'Never paid from here.', basis }, signals: ['new-recipient'] };
  }
  const text = `Paid ${times(here.length)} from here, last on ${dayOf(here[0])}${otherwise && `; ${otherwise}`}.`;
  return { line: { id: 'paid', state: 'ok', text, basis } };
}

function network(facts: ContinuityFacts): Finding[] {
  if (facts.own === 'unavailable') return [notLookedUp('network', 'Whether the recipient was paid on this network')];
  const all = [...facts.own.value, ...(facts.older === 'unavailable' ? [] : facts.older.value)];
  if (all.some((payment) => payment.network === facts.network)) return [];
  const others = [...new Set(all.map((payment) => payment.network))].map((id) => findIn(facts, id).label);
  if (others.length > 0) {
    const text = `Paid on ${listed(others)} before, never on ${findIn(facts, facts.network).label}. The same address can belong to nobody there.`;
    return [{ line: { id: 'network', state: 'warn', text, basis: basisOf(facts, facts.own.value) }, signals: ['new-network'] }];
  }
  return facts.older === 'unavailable' ? [notLookedUp('network', 'Whether the recipient was paid on another network')] : [];
}

function memo(facts: ContinuityFacts): Finding[] {
  if (facts.own === 'unavailable') return [notLookedUp('memo', 'Which memos were used before')];
  const older = facts.older === 'unavailable' ? [] : facts.older.value;
  const before = [...facts.own.value, ...older].filter((payment) => payment.network === facts.network);
  const used = [...new Set(before.map((payment) => payment.memo).filter((text) => text !== null))];
  const basis = basisOf(facts, facts.own.value);
  const line = (state: ContinuityLine['state'], text: string, ...signals: SignalId[]): Finding[] => [{ line: { id: 'memo', state, text, basis }, signals }];
  if (used.length > 0 && facts.memo === null) {
    const text = `${describeMemos(used)} before; there is none now. Without it the recipient may not get the money.`;
    return line('warn', text, 'memo-missing');
  }
  if (facts.memo !== null && used.includes(facts.memo)) return line('ok', 'The memo was used before.');
  // What is not seen proves nothing where the copy could not be asked or is not whole.
  if (facts.older === 'unavailable') return [notLookedUp('memo', 'Which memos were used before')];
  if (facts.memo !== null && used.length > 0) return line('warn', `Another memo than ever before: ${describeMemos(used, false)}.`, 'memo-changed');
  if (facts.memo !== null && before.length > 0) return line('notice', 'Paid without a memo before; there is one now.');
  const { label, usesMemo } = findIn(facts, facts.network);
  if (facts.memo === null && usesMemo) return line('notice', `No memo. Recipients on ${label} often cannot be told apart without one.`);
  if (before.length > 0 && facts.memo === null && !isWhole(facts)) return line('notice', 'No memo was used before, as far as is known.');
  return [];
}

function amount(facts: ContinuityFacts): Finding {
  const { asset, value } = facts;
  const own = facts.own === 'unavailable' ? undefined : toRecipient(facts, facts.own.value);
  const older = facts.older === 'unavailable' ? undefined : toRecipient(facts, facts.older.value);
  const inAsset = [...(own ?? []), ...(older ?? [])].filter((payment) => payment.asset === asset).map((payment) => payment.value);
  if (inAsset.length >= FEWEST_TO_LEARN) {
    return compareWithUsual({ value, sample: inAsset, of: `payments of ${asset} to this recipient`, basis: basisOf(facts, own ?? []) });
  }
  if (facts.ofProfile === 'unavailable' || (own === undefined && older === undefined)) return notLookedUp('amount', 'What is usual for this amount');
  const sample = facts.ofProfile.value;
  const few = `${inAsset.length === 0 ? 'No payment' : times(inAsset.length, 'payment')} of ${asset} to this recipient, ${FEWEST_TO_LEARN} are needed.`;
  if (sample.length < FEWEST_TO_LEARN) {
    const text = `Too few payments of ${asset} to say whether the amount is usual.`;
    return {
      line: {
        id: 'amount',
        state: 'notice',
        text,
        basis: `${few} ${times(sample.length, 'withdrawal')} of ${asset} from this profile in the copy of transfers.`,
      },
    };
  }
  return compareWithUsual({
    value,
    sample,
    of: `withdrawals of ${asset} from this profile`,
    basis: `${few} ${groupDigits(String(sample.length))} in the copy of transfers (${describeCopy(facts)}).`,
  });
}

interface Usual {
  value: Amount;
  sample: readonly Amount[];
  of: string;
  basis: string;
}

function compareWithUsual({ value, sample, of, basis }: Usual): Finding {
  const positive = sample.filter((each) => compareAmounts(each, '0') > 0);
  if (positive.length < FEWEST_TO_LEARN) return notLookedUp('amount', 'What is usual for this amount');
  const [median, largest] = [medianOf(positive), largestOf(positive)];
  const isAboveAll = compareAmounts(value, largest) > 0;
  const isFarAboveMedian = exceedsTimes(value, TIMES_MEDIAN, median);
  const isUnusual = exceedsTimes(value, TIMES_LARGEST, largest) || (isFarAboveMedian && isAboveAll);
  const count = positive.length === MOST_PAYMENTS ? `the last ${groupDigits(String(MOST_PAYMENTS))}` : groupDigits(String(positive.length));
  const above = isAboveAll ? `, and more than any of them (at most ${groupDigits(largest)})` : `, of which the largest was ${groupDigits(largest)}`;
  const text = `${groupDigits(ratioOf(value, median))} times the median of ${count} ${of}${above}.`;
  const state = isUnusual ? 'warn' : isFarAboveMedian || isAboveAll ? 'notice' : 'ok';
  return { line: { id: 'amount', state, text, basis }, signals: isUnusual ? ['amount-unusual'] : [] };
}

function repeated({ repeated: found }: ContinuityFacts): Finding {
  if (found === 'unavailable') return notLookedUp('repeated', 'Whether the same was asked for within 24 hours');
  const basis = 'All requests made here within 24 hours of this one.';
  if (found.value === 0)
    return { line: { id: 'repeated', state: 'ok', text: 'The same amount to the same recipient was not asked for within 24 hours.', basis } };
  const text = `The same amount to the same recipient was asked for within 24 hours: ${times(found.value, 'other request')}. Is this the same payment once more?`;
  return { line: { id: 'repeated', state: 'warn', text, basis }, signals: ['repeated-within-a-day'] };
}

function open({ open: found }: ContinuityFacts): Finding {
  if (found === 'unavailable') return notLookedUp('open', 'Which requests to the recipient are open');
  const { awaiting, approved, underWay, inDoubt } = found.value;
  const parts = [
    awaiting > 0 && `${awaiting} awaiting approval`,
    approved > 0 && `${approved} approved and not sent yet`,
    underWay > 0 && `${underWay} under way`,
    inDoubt > 0 && `${inDoubt} of unknown outcome`,
  ].filter((part) => part !== false);
  const basis = 'All requests made here.';
  if (parts.length === 0) return { line: { id: 'open', state: 'ok', text: 'No other request to this recipient is open.', basis } };
  const text = `Other requests to this recipient are open: ${listed(parts)}.`;
  return { line: { id: 'open', state: inDoubt > 0 ? 'warn' : 'notice', text, basis }, signals: ['open-requests'] };
}

function saved({ saved: found, profileId }: ContinuityFacts): Finding {
  if (found === 'unavailable') return notLookedUp('book', 'Whether the recipient is in the book');
  const basis = 'The book of recipients, by network, address and memo.';
  if (found.value === null) return { line: { id: 'book', state: 'notice', text: 'Not in the book of recipients.', basis }, signals: ['not-in-book'] };
  const { name, profiles } = found.value;
  if (profiles.length === 0 || profiles.includes(profileId)) return { line: { id: 'book', state: 'ok', text: `In the book as “${name}”.`, basis } };
  const text = `In the book as “${name}”, but for other profiles: ${listed(profiles)}.`;
  return { line: { id: 'book', state: 'warn', text, basis }, signals: ['profile-not-allowed'] };
}

function pair({ directory, asset, network: id }: ContinuityFacts): Finding[] {
  if (directory === 'unavailable') return [notLookedUp('pair', 'Whether the asset is sent on this network')];
  const unusual = findUnusualPair(directory.value, asset, id);
  return unusual ? [{ line: { id: 'pair', state: 'warn', text: unusual.message, basis: 'The table on the page “Assets”.' }, signals: ['pair-unknown'] }] : [];
}

function notLookedUp(id: string, what: string): Finding {
  return { line: { id, state: 'unavailable', text: `${what} could not be looked up.`, basis: 'Nothing: the check did not run. It says neither yes nor no.' } };
}

/** Those to the very recipient: on the same network and, where recipients are told apart by it, with the same memo. */
function toRecipient(facts: ContinuityFacts, payments: readonly Payment[]): Payment[] {
  const { id, usesMemo } = findIn(facts, facts.network);
  return payments.filter((payment) => payment.network === id && (!usesMemo || payment.memo === facts.memo));
}

/** What is known of a network; one that is in no table goes by its id. */
function findIn({ directory }: ContinuityFacts, id: string): { id: string; label: string; usesMemo?: boolean } {
  const { networks } = directory === 'unavailable' ? DEFAULT_DIRECTORY : directory.value;
  return networks.find((known) => known.id === id) ?? { id, label: id };
}

function basisOf(facts: ContinuityFacts, own: readonly Payment[]): string {
  const first = own.at(-1);
  const here = first ? `${times(own.length, 'payment')} made here since ${dayOf(first)}` : 'No payment made here';
  if (facts.older === 'unavailable') return `${here}. The copy of transfers could not be asked.`;
  const { length } = facts.older.value;
  return `${here}; ${length === 0 ? 'none' : times(length, 'withdrawal')} made elsewhere in the copy of transfers (${describeCopy(facts)}).`;
}

function describeCopy({ coverage }: ContinuityFacts): string {
  return coverage === 'unavailable' ? 'how current it is could not be looked up' : describeCoverage(coverage.value, 'UTC');
}

function isWhole({ coverage }: ContinuityFacts): boolean {
  return coverage !== 'unavailable' && coverage.value.isComplete;
}

function times(count: number, noun = 'time'): string {
  const most = count === MOST_PAYMENTS ? 'at least ' : '';
  return `${most}${groupDigits(String(count))} ${noun}${count === 1 ? '' : 's'}`;
}

function describeMemos(used: readonly string[], isSentence = true): string {
  const shown = used.slice(0, 3).map((text) => `“${text}”`);
  const more = used.length > shown.length ? ` and ${used.length - shown.length} more` : '';
  return isSentence ? `The memo was ${shown.join(', ')}${more}` : `it was ${shown.join(', ')}${more}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function dayOf(payment: Payment | undefined): string {
  return payment ? new Date(payment.at).toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }) : 'an unknown day';
}
