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

/** The views that whoever asks has kept, by name. */
export async function listViews(): Promise<Result<SavedView[], Denial>> {
  const person = await authorize('readTransfers');
  return person.ok ? ok(await viewsOf(person.value.id)) : person;
}

/** Keeps a view of whoever asks, in the place of one of the same name; answers all of theirs. */
export async function saveView(input: unknown): Promise<Result<SavedView[], Denial | ViewRefusal>> {
  const person = await authorize('readTransfers', { limit: 'submit' });
  if (!person.ok) return person;
  const given = viewSchema.safeParse(input);
  const view = given.success
    ? parseView(given.data)
    : { kind: 'refused' as const, reason: 'This view cannot be kept: it is too long.' };
  if ('kind' in view) return fail(view);
  const personId = person.value.id;
  const kept = await viewsOf(personId);
  if (kept.length >= MAX_VIEWS && !kept.some(({ name }) => name === view.name)) {
    return fail({
      kind: 'refused',
      reason: `You have ${MAX_VIEWS} views already. Delete one that you no longer need.`,
    });
  }
  const row = { personId, name: view.name, query: view.parameters };
  await database()
    .insert(savedViews)
    .values(row)
    .onConflictDoUpdate({ target: [savedViews.personId, savedViews.name], set: { query: row.query } });
  return ok(await viewsOf(personId));
}

/** Forgets a view of whoever asks; answers those that are left. */
export async function deleteView(name: unknown): Promise<Result<SavedView[], Denial>> {
  const person = await authorize('readTransfers', { limit: 'submit' });
  if (!person.ok) return person;
  const given = storableText().safeParse(name);
  // What is no name is the name of none.
  if (given.success)
    await database()
      .delete(savedViews)
      .where(and(eq(savedViews.personId, person.value.id), eq(savedViews.name, given.data)));
  return ok(await viewsOf(person.value.id));
}

function viewsOf(personId: string): Promise<SavedView[]> {
  return database()
    .select({ name: savedViews.name, parameters: savedViews.query })
    .from(savedViews)
    .where(eq(savedViews.personId, personId))
    .orderBy(asc(savedViews.name));
}
