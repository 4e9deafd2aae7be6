import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import {
  MAX_VIEWS,
  parseView,
  type SavedView,
  VIEW_LISTS,
  type ViewList,
  type ViewRefusal,
} from '@/lib/views/saved-views';
import { database } from '@/lib/server/database/client';
import { savedViews } from '@/lib/server/database/schema/mirror';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { storableText } from '@/lib/text/storable-text';

const listSchema = z.enum(VIEW_LISTS);
const viewSchema = z.strictObject({
  name: z.string().max(500),
  parameters: z.string().max(20_000),
  list: listSchema.optional(),
});
const namedSchema = z.union([
  storableText().transform((name) => ({ name })),
  z.strictObject({ name: storableText(), list: listSchema }),
]);

const READ = { transfers: 'readTransfers', withdrawals: 'readWithdrawals' } as const;

/** Lists the saved views of the current person for a list, by name. `list`: unchecked; transfers if it is no list. */
export async function listViews(list?: unknown): Promise<Result<SavedView[], Denial>> {
  const of = toList(list);
  const person = await authorize(READ[of]);
  return person.ok ? ok(await readViews(person.value.id, of)) : person;
}

/** Saves a view of the current person, replacing one of the same name. Returns all their views of its list. */
export async function saveView(input: unknown): Promise<Result<SavedView[], Denial | ViewRefusal>> {
  const given = viewSchema.safeParse(input);
  const list = toList(given.data?.list);
  const person = await authorize(READ[list], { limit: 'submit' });
  if (!person.ok) return person;
  const view = given.success
    ? parseView(given.data, list)
    : { kind: 'refused' as const, reason: 'The view cannot be saved: its name or filters are too long.' };
  if ('kind' in view) return fail(view);
  const personId = person.value.id;
  const saved = await readViews(personId, list);
  if (saved.length >= MAX_VIEWS && !saved.some(({ name }) => name === view.name)) {
    return fail({
      kind: 'refused',
      reason: `You already have ${MAX_VIEWS} views. Delete one to save another.`,
    });
  }
  const row = { personId, list, name: view.name, query: view.parameters };
  await database()
    .insert(savedViews)
    .values(row)
    .onConflictDoUpdate({ target: [savedViews.personId, savedViews.list, savedViews.name], set: { query: row.query } });
  return ok(await readViews(personId, list));
}

/**
 * Deletes a view of the current person. `input`, unchecked: the name of a view of transfers, or the name with the list.
 * Returns the remaining views of the list.
 */
export async function deleteView(input: unknown): Promise<Result<SavedView[], Denial>> {
  const given = namedSchema.safeParse(input);
  const list = toList(given.success && 'list' in given.data ? given.data.list : undefined);
  const person = await authorize(READ[list], { limit: 'submit' });
  if (!person.ok) return person;
  const personId = person.value.id;
  // A name that cannot be stored is the name of no view.
  if (given.success)
    await database()
      .delete(savedViews)
      .where(and(ofList(personId, list), eq(savedViews.name, given.data.name)));
  return ok(await readViews(personId, list));
}

function toList(list: unknown): ViewList {
  return listSchema.safeParse(list).data ?? 'transfers';
}

function ofList(personId: string, list: ViewList) {
  return and(eq(savedViews.personId, personId), eq(savedViews.list, list));
}

function readViews(personId: string, list: ViewList): Promise<SavedView[]> {
  return database()
    .select({ name: savedViews.name, parameters: savedViews.query })
    .from(savedViews)
    .where(ofList(personId, list))
    .orderBy(asc(savedViews.name));
}
