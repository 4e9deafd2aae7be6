import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import type { RecipientChoice } from '@/lib/recipients/recipients';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { isStorable } from '@/lib/text/storable-text';

const namesSchema = z.object({ names: z.array(z.string()).max(1_000) }).catch({ names: [] });
const MAX_NAME = 256;

/** Finds the active entries that have exactly one of up to 1,000 names. Takes `{ names }`, unchecked. */
export async function findRecipientsByName(input: unknown): Promise<Result<RecipientChoice[], Denial>> {
  const reader = await authorize('readRecipients', { limit: 'bulk' });
  if (!reader.ok) return reader;
  // No entry has a name that cannot be stored.
  const names = namesSchema.parse(input).names.filter((name) => name.length <= MAX_NAME && isStorable(name));
  const { id, name, network, address, memo, note, profiles, beneficiary } = recipients;
  const entries = await database()
    .select({ id, name, network, address, memo, note, profiles, beneficiary })
    .from(recipients)
    .where(and(inArray(name, names), eq(recipients.state, 'ACTIVE'), visibleRecipients(reader.value)));
  return ok(entries);
}
