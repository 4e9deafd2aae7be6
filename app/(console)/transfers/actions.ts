'use server';

import type { Result } from '@/lib/result';
import type { SavedView, ViewRefusal } from '@/lib/saved-views';
import type { Denial } from '@/lib/server/people/authorize';
import { deleteView, saveView } from '@/lib/server/transfers/views';

export async function saveViewAction(input: unknown): Promise<Result<SavedView[], Denial | ViewRefusal>> {
  return saveView(input);
}

export async function deleteViewAction(name: unknown): Promise<Result<SavedView[], Denial>> {
  return deleteView(name);
}
