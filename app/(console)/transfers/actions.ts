'use server';

import type { Result } from '@/lib/result';
import type { SavedView, ViewRefusal } from '@/lib/saved-views';
import { countAction } from '@/lib/server/count-action';
import type { Denial } from '@/lib/server/people/authorize';
import { deleteView, saveView } from '@/lib/server/transfers/views';

export async function saveViewAction(input: unknown): Promise<Result<SavedView[], Denial | ViewRefusal>> {
  return countAction('saveView', saveView, input);
}

export async function deleteViewAction(name: unknown): Promise<Result<SavedView[], Denial>> {
  return countAction('deleteView', deleteView, name);
}
