import { endpoint } from '@/lib/http/endpoint';
import type { SavedView, ViewList } from '@/lib/views/saved-views';

/** The reader's saved views of a list. */
export const savedViewsEndpoint = endpoint<SavedView[]>({ list: true })((list: ViewList) =>
  list === 'transfers' ? '/api/saved-views' : `/api/saved-views?list=${list}`,
);
