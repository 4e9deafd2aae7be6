import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import { MAX_VIEWS, parseView, type SavedView, type ViewRefusal } from '@/lib/transfers/saved-views';
import { database } from '@/lib/server/database/client';
import { savedViews } from '@/lib/server/database/mirror-schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { storableText } from '@/lib/text/storable-text';

const viewSchema = z.strictObject({ name: z.string().max(500), parameters: z.string().max(20_000) });

/** Lists the saved views of the current person, by name. */
export async function listViews(): Promise<Result<SavedView[], Denial>> {
  const person = await authorize('readTransfers');
  return person.ok ? ok(await readViewsOf(person.value.id)) : person;
}

/** Saves a view of the current person, replacing one of the same name. Returns all their views. */
export async function saveView(input: unknown): Promise<Result<SavedView[], Denial | ViewRefusal>> {
  const person = await authorize('readTransfers', { limit: 'submit' });
  if (!person.ok) return person;
  const given = viewSchema.safeParse(input);
  const view = given.success
    ? parseView(given.data)
    : { kind: 'refused' as const, reason: 'The view cannot be saved: its name or filters are too long.' };
  if ('kind' in view) return fail(view);
  const personId = person.value.id;
  const saved = await readViewsOf(personId);
  if (saved.length >= MAX_VIEWS && !saved.some(({ name }) => name === view.name)) {
    return fail({
      kind: 'refused',
      reason: `You already have ${MAX_VIEWS} views. Delete one to save another.`,
    });
  }
  const row = { personId, name: view.name, query: view.parameters };
  await database()
    .insert(savedViews)
    .values(row)
    .onConflictDoUpdate({ target: [savedViews.personId, savedViews.name], set: { query: row.query } });
  return ok(await readViewsOf(personId));
}

/** Deletes a view of the current person. Returns the remaining views. */
export async function deleteView(name: unknown): Promise<Result<SavedView[], Denial>> {
  const person = await authorize('readTransfers', { limit: 'submit' });
  if (!person.ok) return person;
  const given = storableText().safeParse(name);
  // A name that cannot be stored is the name of no view.
  if (given.success)
    await database()
      .delete(savedViews)
      .where(and(eq(savedViews.personId, person.value.id), eq(savedViews.name, given.data)));
  return ok(await readViewsOf(person.value.id));
}

function readViewsOf(personId: string): Promise<SavedView[]> {
  return database()
    .select({ name: savedViews.name, parameters: savedViews.query })
    .from(savedViews)
    .where(eq(savedViews.personId, personId))
    .orderBy(asc(savedViews.name));
}
