import { isStorable, UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';
import { ALL_TRANSFERS, readTransferQuery, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

/** A search and filters of the list under a name. */
export interface SavedView {
  name: string;
  /** The parameters of the list's address. */
  parameters: string;
}

/** Why a view was not kept, as a sentence. */
export interface ViewRefusal {
  kind: 'refused';
  reason: string;
}

export const MAX_VIEW_NAME = 60;
export const MAX_VIEWS = 50;

/** The views that everybody has. `weekStart`: the first moment of this week for the reader (ISO 8601). */
export function builtInViews(weekStart: string): SavedView[] {
  return [
    builtIn('Needs a look', { hasProblem: true }),
    builtIn('Pending withdrawals', { values: { status: ['PENDING'], type: ['CRYPTO_WITHDRAWAL'] } }),
    builtIn('Failed this week', { values: { status: ['FAILED'] }, ranges: { created: { from: weekStart } } }),
  ];
}

/** A view as it is kept: its name without what surrounds it, and of its parameters those that the list knows. Otherwise why not. */
export function parseView({ name, parameters }: SavedView): SavedView | ViewRefusal {
  const plain = name.trim().replace(/\s+/g, ' ');
  if (plain === '') return { kind: 'refused', reason: 'Give the view a name.' };
  if (!isStorable(plain)) return { kind: 'refused', reason: UNSTORABLE_MESSAGE };
  if (plain.length > MAX_VIEW_NAME)
    return { kind: 'refused', reason: `A name has at most ${MAX_VIEW_NAME} characters.` };
  return { name: plain, parameters: writeTransferQuery(readTransferQuery(new URLSearchParams(parameters))).toString() };
}

function builtIn(name: string, change: Partial<TransferQuery>): SavedView {
  return { name, parameters: writeTransferQuery({ ...ALL_TRANSFERS, ...change }).toString() };
}
