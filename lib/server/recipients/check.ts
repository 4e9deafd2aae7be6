import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { MAX_CHANGES } from '@/lib/recipients/changes';
import { recipientEntrySchema } from '@/lib/recipients/form';
import type { EntryCheck, RecipientEntry } from '@/lib/recipients/recipients';
import { fail, ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { keyOf } from '@/lib/server/recipients/change';
import { findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';

const questionSchema = z.strictObject({ entries: z.array(recipientEntrySchema).max(MAX_CHANGES) });

/** What only the console knows of entries that somebody is about to add ({ entries }, unchecked), in their order: whether they are in the book, and what they look like. */
export async function checkEntries(input: unknown): Promise<Result<EntryCheck[], Denial | typeof UNREADABLE>> {
  const person = await authorize('changeRecipients', { limit: 'bulk' });
  if (!person.ok) return person;
  const question = questionSchema.safeParse(input);
  if (!question.success) return fail(UNREADABLE);
  const { entries } = question.data;
  const [saved, lookAlikes] = await Promise.all([readSaved(entries), findSimilarAddressesOfEach(entries)]);
  return ok(
    entries.map((entry, index) => ({ saved: saved.get(keyOf(entry)) ?? null, lookAlikes: lookAlikes[index] ?? [] })),
  );
}

async function readSaved(entries: readonly RecipientEntry[]): Promise<Map<string, { id: string; name: string }>> {
  if (entries.length === 0) return new Map();
  const rows = await database()
    .select({ id: recipients.id, name: recipients.name, key: recipients.recipientKey })
    .from(recipients)
    .where(and(eq(recipients.state, 'ACTIVE'), inArray(recipients.recipientKey, entries.map(keyOf))));
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

const UNREADABLE = {
  kind: 'failed',
  status: 400,
  explanation: {
    title: 'These entries cannot be checked',
    detail: 'Something else came than what the form makes. Nothing was changed.',
    next: 'Load the page again.',
  },
} as const;
