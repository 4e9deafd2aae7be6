import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { MAX_CHANGES } from '@/lib/recipients/changes';
import { recipientEntrySchema } from '@/lib/recipients/form';
import { type EntryCheck, keyOfEntry, type RecipientEntry } from '@/lib/recipients/recipients';
import { fail, ok, type Result } from '@/lib/result';
import type { Reader } from '@/lib/identity/reader';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import type { Denial } from '@/lib/http/denials';
import { countRows } from '@/lib/http/rate-limits';
import { authorize } from '@/lib/server/auth/authorize';
import { oneAtATime } from '@/lib/server/auth/one-at-a-time';
import { mapRows } from '@/lib/server/runtime/rows';
import { findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';

const entriesSchema = z.strictObject({ entries: z.array(recipientEntrySchema).max(MAX_CHANGES) });

/**
 * Checks entries that a person is about to add, in order: whether the address book has the recipient, and which known
 * addresses are similar. Takes `{ entries }`, unchecked.
 */
export async function checkEntries(input: unknown): Promise<Result<EntryCheck[], Denial | typeof UNREADABLE>> {
  const person = await authorize('changeRecipients', {
    limit: 'rows',
    times: countRows((input as { entries?: unknown } | null | undefined)?.entries),
  });
  if (!person.ok) return person;
  const parsed = entriesSchema.safeParse(input);
  if (!parsed.success) return fail(UNREADABLE);
  return oneAtATime(person.value, async () => ok(await checkEach(person.value, parsed.data.entries)));
}

async function checkEach(reader: Reader, entries: readonly RecipientEntry[]): Promise<EntryCheck[]> {
  const keys = await mapRows(entries, keyOfEntry);
  const [saved, similarAddresses] = await Promise.all([
    readSaved(reader, keys),
    findSimilarAddressesOfEach(reader, entries),
  ]);
  return keys.map((key, index) => ({
    saved: saved.get(key) ?? null,
    similarAddresses: similarAddresses[index] ?? [],
  }));
}

/**
 * Reads the active entries for the same recipients by recipient key; those that the reader may not see without a name.
 */
async function readSaved(
  reader: Reader,
  keys: readonly string[],
): Promise<Map<string, NonNullable<EntryCheck['saved']>>> {
  if (keys.length === 0) return new Map();
  const rows = await database()
    .select({
      id: recipients.id,
      name: recipients.name,
      key: recipients.recipientKey,
      isVisible: sql<boolean>`${visibleRecipients(reader) ?? sql`true`}`,
    })
    .from(recipients)
    .where(and(eq(recipients.state, 'ACTIVE'), inArray(recipients.recipientKey, [...keys])));
  return new Map(
    rows.map(({ key, id, name, isVisible }) => [key, isVisible ? { id, name } : { id: null, name: null }]),
  );
}

const UNREADABLE = {
  kind: 'failed',
  status: 400,
  explanation: {
    title: 'These entries cannot be checked',
    detail: 'The console received entries in another form than this page sends. Nothing was changed.',
    next: 'Load the page again.',
  },
} as const;
