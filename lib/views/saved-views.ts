import { readRequestQuery, writeRequestQuery } from '@/lib/requests/list/query';
import { isStorable, UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';
import { readTransferQuery, writeTransferQuery } from '@/lib/transfers/query';

/** The lists that have saved views. */
export const VIEW_LISTS = ['transfers', 'withdrawals'] as const;
/** One of VIEW_LISTS. */
export type ViewList = (typeof VIEW_LISTS)[number];

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
/** The most views of one person for one list. */
export const MAX_VIEWS = 50;

/**
 * Parses a view of a list to save: trims its name and keeps the parameters that the list knows. Gives a reason if it is
 * invalid.
 */
export function parseView({ name, parameters }: SavedView, list: ViewList): SavedView | ViewRefusal {
  const plain = name.trim().replace(/\s+/g, ' ');
  if (plain === '') return { kind: 'refused', reason: 'Enter a name for the view.' };
  if (!isStorable(plain)) return { kind: 'refused', reason: UNSTORABLE_MESSAGE };
  if (plain.length > MAX_VIEW_NAME)
    return { kind: 'refused', reason: `Enter a name of at most ${MAX_VIEW_NAME} characters.` };
  return { name: plain, parameters: normalize(new URLSearchParams(parameters), list) };
}

function normalize(parameters: URLSearchParams, list: ViewList): string {
  if (list === 'transfers') return writeTransferQuery(readTransferQuery(parameters)).toString();
  return writeRequestQuery({ ...readRequestQuery(parameters).query, before: undefined }).toString();
}
