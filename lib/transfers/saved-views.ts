import { isStorable, UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';
import { ALL_TRANSFERS, readTransferQuery, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

/** A saved search with filters, under a name. */
export interface SavedView {
  name: string;
  /** The URL parameters of the list. */
  parameters: string;
}

/** The reason why a view was not saved, as a sentence. */
export interface ViewRefusal {
  kind: 'refused';
  reason: string;
}

/** The longest name of a view. */
export const MAX_VIEW_NAME = 60;
/** The most views of one person. */
export const MAX_VIEWS = 50;

/** Gives the views that everyone has. `weekStart`: the start of this week in the reader's zone (ISO 8601). */
export function builtInViews(weekStart: string): SavedView[] {
  return [
    builtIn('Needs attention', { hasProblem: true }),
    builtIn('Pending withdrawals', { values: { status: ['PENDING'], type: ['CRYPTO_WITHDRAWAL'] } }),
    builtIn('Failed this week', { values: { status: ['FAILED'] }, ranges: { created: { from: weekStart } } }),
  ];
}

/**
 * Parses a view to save: trims its name and keeps the parameters that the list knows. Gives a reason if it is invalid.
 */
export function parseView({ name, parameters }: SavedView): SavedView | ViewRefusal {
  const plain = name.trim().replace(/\s+/g, ' ');
  if (plain === '') return { kind: 'refused', reason: 'Enter a name for the view.' };
  if (!isStorable(plain)) return { kind: 'refused', reason: UNSTORABLE_MESSAGE };
  if (plain.length > MAX_VIEW_NAME)
    return { kind: 'refused', reason: `Enter a name of at most ${MAX_VIEW_NAME} characters.` };
  return { name: plain, parameters: writeTransferQuery(readTransferQuery(new URLSearchParams(parameters))).toString() };
}

function builtIn(name: string, change: Partial<TransferQuery>): SavedView {
  return { name, parameters: writeTransferQuery({ ...ALL_TRANSFERS, ...change }).toString() };
}
