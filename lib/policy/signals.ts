/**
 * Signals that the risk card raises and that policy rules can require, each as the end of a sentence that begins with
 * “where” or “because”.
 */
export const SIGNALS = {
  'new-recipient':
    'the recipient has never been paid in this asset from this console, or at most a tenth of the amount',
  'new-network': 'the recipient has been paid before, but never on this network',
  'amount-unusual': 'the amount is far above the typical amount',
  'amount-not-compared': 'there are too few earlier payments to compare the amount with',
  'memo-missing': 'earlier payments or the address book have a memo and this withdrawal has none',
  'memo-changed': 'earlier payments to the recipient used a different memo',
  'repeated-within-a-day': 'the same amount to the same recipient was requested within 24 hours',
  'open-requests': 'other requests to the recipient are open',
  'not-in-book': 'the recipient is not in the address book',
  'profile-not-allowed': 'the address book does not allow this profile for the recipient',
  'profile-unknown': 'the profile was never seen in a transfer or in a withdrawal that was sent',
  'look-alike': 'the address closely resembles another known address',
  'address-note': 'the address itself calls for a second look, as one without a checksum does',
  'text-note':
    'the memo, a name or metadata calls for a second look, as a number does that a spreadsheet has shortened',
  'pair-unknown': 'the asset is not listed for this network',
  'check-unavailable': 'a check of the recipient could not run',
} as const satisfies Record<string, string>;

export type SignalId = keyof typeof SIGNALS;

export const SIGNAL_IDS = Object.keys(SIGNALS) as [SignalId, ...SignalId[]];

/** Explains signals as sentences, such as “The recipient is not in the address book.”; leaves out what is no signal. */
export function explainSignals(signals: readonly string[]): string[] {
  return SIGNAL_IDS.filter((id) => signals.includes(id)).map((id) => {
    const text = SIGNALS[id];
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  });
}
