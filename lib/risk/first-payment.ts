import type { RecipientChecks } from '@/lib/risk/recipient-checks';

/**
 * What is known of a first payment: `ever` where no completed withdrawal to the recipient is known anywhere, `here`
 * where only this console has not paid the recipient.
 */
export type FirstPayment = 'ever' | 'here';

const SENTENCES: Record<FirstPayment, string> = {
  ever: 'Never paid before',
  here: 'First time from this console',
};

/** Describes a first payment without a full stop, such as “Never paid before”: the only place of these words. */
export function describeFirstPayment(first: FirstPayment): string {
  return SENTENCES[first];
}

/** Writes a first payment as a label beside others, such as “never paid before”. */
export function labelFirstPayment(first: FirstPayment): string {
  return `${SENTENCES[first].charAt(0).toLowerCase()}${SENTENCES[first].slice(1)}`;
}

// As the checks of earlier requests were stored.
const STORED_HERE = 'Never paid from this console';

/** Reads from a finding about earlier payments, as it is stored, which first payment it is; null for none. */
function readFirstPayment(text: string): FirstPayment | null {
  if (text.startsWith(SENTENCES.here) || text.startsWith(STORED_HERE)) return 'here';
  return text.startsWith('Never paid') ? 'ever' : null;
}

/**
 * Finds which first payment a withdrawal is. What its checks found when it was requested says so; `isNeverPaid` is what
 * the policy was given (lib/policy/facts), which counts where the payments could not be checked: where signatures are
 * required, the policy takes a recipient as never paid who is not in the address book.
 */
export function findFirstPayment(found: string | null | undefined, isNeverPaid: boolean): FirstPayment | null {
  if (found !== null && found !== undefined) return readFirstPayment(found);
  return isNeverPaid ? 'here' : null;
}

/** Gives what the checks found about earlier payments; undefined where they could not be checked. */
export function findingOfPayments(checks: Pick<RecipientChecks, 'card'> | null): string | undefined {
  return checks?.card.lines.find(({ id, state }) => id === 'paid' && state !== 'unavailable')?.text;
}

/** Gives what the checks say of a recipient who counts as new, as sentences; undefined where they do not say so. */
export function describeNewRecipient(checks: Pick<RecipientChecks, 'card'> | null): string | undefined {
  return checks?.card.lines.find(({ id, state }) => id === 'paid' && state === 'warn')?.text;
}
