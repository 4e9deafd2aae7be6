/**
 * What may be odd about a withdrawal, each in the words that follow “where”. The continuity card raises them, and rules
 * of the policy can ask for them.
 */
export const SIGNALS = {
  'new-recipient': 'the recipient was never paid from here',
  'new-network': 'the recipient was paid before, but never on this network',
  'amount-unusual': 'the amount is far above what is usual',
  'amount-not-compared': 'too few payments are known to say whether the amount is usual',
  'memo-missing': 'the recipient was paid with a memo before and there is none now',
  'memo-changed': 'the memo is another than the recipient was ever paid with',
  'repeated-within-a-day': 'the same amount to the same recipient was asked for within a day',
  'open-requests': 'other requests to the recipient are still open',
  'not-in-book': 'the recipient is not in the book',
  'profile-not-allowed': 'the book does not have this profile for the recipient',
  'look-alike': 'the address looks like another that is known',
  'pair-unknown': 'the asset is not known to be sent on this network',
  'check-unavailable': 'something about the recipient could not be looked up',
} as const satisfies Record<string, string>;

export type SignalId = keyof typeof SIGNALS;

export const SIGNAL_IDS = Object.keys(SIGNALS) as [SignalId, ...SignalId[]];

/** Those that somebody who goes through a queue must not overlook, in a few words. */
const MARKS: Partial<Record<SignalId, string>> = {
  'look-alike': 'looks like a known address',
  'repeated-within-a-day': 'the same again within a day',
  'amount-unusual': 'unusual amount',
  'memo-missing': 'memo missing',
  'memo-changed': 'another memo',
  'new-network': 'new network',
  'profile-not-allowed': 'not for this profile',
  'check-unavailable': 'not all could be checked',
};

/** What of the signals of a withdrawal a line of a queue says. */
export function markSignals(signals: readonly string[]): string[] {
  return Object.entries(MARKS).flatMap(([signal, words]) => (signals.includes(signal) ? [words] : []));
}
