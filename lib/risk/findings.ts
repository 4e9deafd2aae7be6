import type { RiskLine } from '@/lib/risk/risk-facts';
import type { SignalId } from '@/lib/risk/signals';
import { groupDigits } from '@/lib/money/format-amount';

/** One line of the card with the signals that it raises. */
export interface Finding {
  line: RiskLine;
  signals?: SignalId[];
}

/** So many of the newest payments are looked at. */
export const MAX_PAYMENTS = 1000;

// A memo of the service can be of any length.
const LONGEST_QUOTED = 60;

/** A line about a check that did not run. */
export function notLookedUp(id: string, what: string): Finding {
  return {
    line: {
      id,
      state: 'unavailable',
      text: `${what} could not be looked up.`,
      basis: 'Nothing: the check did not run. It says neither yes nor no.',
    },
  };
}

/** A count with its noun; of as many as are looked at there may be more. */
export function times(count: number, noun = 'time'): string {
  const most = count === MAX_PAYMENTS ? 'at least ' : '';
  return `${most}${groupDigits(String(count))} ${noun}${count === 1 ? '' : 's'}`;
}

/** A text of others, cut where it is endless. */
export function cut(text: string): string {
  return text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text;
}
