import type { RiskLine } from '@/lib/risk/risk-facts';
import type { SignalId } from '@/lib/policy/signals';
import { groupDigits } from '@/lib/money/format-amount';

/** One line of the risk card, with the signals that it raises. */
export interface Finding {
  line: RiskLine;
  signals?: SignalId[];
}

/** Name of the finding that an entry of the address book is for other profiles. */
export const PROFILE_NOT_ALLOWED = 'profile not allowed';

/** Names of the findings that weigh most, beside those of similar addresses (sort-findings.ts). */
export const LOST_FUNDS = 'funds sent to the address are lost';
export const POSSIBLE_DUPLICATE = 'possible duplicate';
export const UNKNOWN_OUTCOME = 'unknown outcome to this recipient';

/** How the id of a finding about one similar address begins. */
export const SIMILAR_ID = 'similar-';

/** The number of newest payments that are examined. */
export const MAX_PAYMENTS = 1000;

// A memo from the service can have any length.
const MAX_QUOTED_LENGTH = 60;

/** Gives the finding for a check that did not run; `subject` begins the sentence, such as “The payment history”. */
export function unavailableFinding(id: string, subject: string): Finding {
  return {
    line: {
      id,
      state: 'unavailable',
      text: `${subject} could not be checked.`,
      name: `${uncapitalize(subject.replace(/^The /, ''))} not checked`,
      basis: 'The check did not run, so it neither passed nor failed.',
    },
  };
}

function uncapitalize(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Names a finding by its first sentence, without the full stop and with a small first letter. */
export function nameByFirstSentence(text: string): string {
  return uncapitalize(text.split('. ', 1)[0]?.replace(/\.$/, '') ?? text);
}

/**
 * Formats a count with its noun, such as “3 payments”; at the limit of what is examined, “at least 1,000 payments”.
 * Without a noun it counts times: “once”, “3 times”.
 */
export function formatCount(count: number, noun = 'time'): string {
  if (count === 1 && noun === 'time') return 'once';
  const prefix = count === MAX_PAYMENTS ? 'at least ' : '';
  return `${prefix}${groupDigits(String(count))} ${noun}${count === 1 ? '' : 's'}`;
}

/** Shortens a text from elsewhere, so that it fits into a sentence. */
export function truncate(text: string): string {
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}
