'use server';

import type { Result } from '@/lib/result';
import type { SavedView, ViewRefusal } from '@/lib/views/saved-views';
import { measureAction } from '@/lib/server/observability/measure-action';
import type { Denial } from '@/lib/http/denials';
import { deleteView, saveView } from '@/lib/server/views/saved-views';

/** Saves a view of the current person (`input`: SavedView with its list, unchecked). */
export async function saveViewAction(input: unknown): Promise<Result<SavedView[], Denial | ViewRefusal>> {
  return measureAction('saveView', saveView, input);
}

/** Deletes a view of the current person by its name and list, unchecked. */
export async function deleteViewAction(input: unknown): Promise<Result<SavedView[], Denial>> {
  return measureAction('deleteView', deleteView, input);
}
