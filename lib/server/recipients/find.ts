import 'server-only';
import { anyOf, sanitizeText } from '@/lib/server/database/query/conditions';
import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { identifyAddress, type RecipientChoice } from '@/lib/recipients/recipients';
import { readOtherWays } from '@/lib/search/other-readings';
import type { FoundRecipient } from '@/lib/search/found';
import { type SearchTerm, textIndexSupport } from '@/lib/search/search-terms';
import { database } from '@/lib/server/database/client';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { containsWords, escapeLike } from '@/lib/server/database/query/escape-like';
import { recipients } from '@/lib/server/database/schema/recipients';
import { readRegistry } from '@/lib/server/networks/registry';
import { z } from 'zod';
import { ok, type Result } from '@/lib/result';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { isStorable } from '@/lib/text/storable-text';

/** An entry that was found, without the number of its transfers. */
export type RecipientHit = Omit<FoundRecipient, 'transfers'> & { normalAddress: string };

const MIN_ADDRESS_PART = 5;
const HOW = ['exact', 'prefix', 'contains', 'similar'] as const;

/**
 * Finds entries of the address book by name (whole, its beginning, its words in any order, a close spelling) and by
 * address in any spelling (whole, its beginning, its end); the best match first, active entries before retired ones.
 */
export async function findRecipients(reader: Reader, term: SearchTerm, limit: number): Promise<RecipientHit[]> {
  if (!textIndexSupport(term).part) return [];
  const text = sanitizeText(term.text);
  const name = sql`fold_case(${recipients.name})`;
  const byWords = containsWords(sql`${recipients.name}`, text);
  // Takes a misspelt name; the threshold is pg_trgm.word_similarity_threshold, 0.6.
  const bySpelling = sql`${name} %> fold_case(${text}::text)`;
  const { isWhole, begins, ends } = await addressConditions(text);
  const rank = sql<number>`case when ${name} = fold_case(${text}::text) or ${isWhole} then 0
    when ${name} like fold_case(${escapeLike(text)}::text) || '%' or ${begins} then 1
    when ${byWords} or ${ends} then 2 else 3 end`.mapWith(Number);
  const rows = await database()
    .select({
      id: recipients.id,
      name: recipients.name,
      network: recipients.network,
      address: recipients.address,
      normalAddress: recipients.normalAddress,
      memo: recipients.memo,
      state: recipients.state,
      rank,
    })
    .from(recipients)
    .where(and(or(byWords, bySpelling, isWhole, begins, ends), visibleRecipients(reader)))
    .orderBy(rank, desc(sql`${recipients.state} = 'ACTIVE'`), asc(name), asc(recipients.id))
    .limit(limit);
  return rows.map(({ rank: place, ...entry }) => ({ ...entry, how: HOW[place] ?? 'similar' }));
}

/**
 * Builds the conditions that an entry has this address, also in chunks; that its address begins so, with or without 0x;
 * and that it ends so, or has the two ends of a shortened one. None holds for a text that can be no address.
 */
async function addressConditions(text: string): Promise<Record<'isWhole' | 'begins' | 'ends', SQL>> {
  const address = text.replaceAll(/\s/gu, '');
  const shortened = readOtherWays(text).ends;
  const never = sql`false`;
  if (shortened) return { isWhole: never, begins: never, ends: addressLike(shortened.begin, shortened.end) };
  // Nearly every address contains any three letters.
  if (address.length < MIN_ADDRESS_PART) return { isWhole: never, begins: never, ends: never };
  const { networks } = await readRegistry();
  const normals = [...new Set(networks.map((network) => identifyAddress(network, address).normal))];
  return {
    isWhole: inArray(recipients.normalAddress, normals),
    begins: anyOf([addressLike(address, ''), addressLike(`0x${address}`, '')]),
    ends: addressLike('', address),
  };
}

function addressLike(begin: string, end: string): SQL {
  return sql`lower(${recipients.address}) like lower(${escapeLike(begin)}) || '%' || lower(${escapeLike(end)})`;
}

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
