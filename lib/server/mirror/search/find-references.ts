import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readRows } from '@/lib/server/database/query/reader-pool';

/** Finds the references of transfers that equal one of these keys (texts in lower case); one of each key. */
export async function findReferences(reader: Reader, keys: readonly string[], signal?: AbortSignal): Promise<string[]> {
  const conditions = joinConditions([sql`ref_key = left(given.key, 200)`, ...visibleTransfers(reader)]);
  const rows = await readRows<{ reference: string }>(
    sql`
      select hit.reference
      from jsonb_array_elements_text(${JSON.stringify(keys.map(sanitizeText))}::jsonb) as given(key)
      cross join lateral (
        select record ->> 'ref_id' as reference from mirror_transfers where ${conditions} limit 1) as hit`,
    signal,
  );
  return rows.map(({ reference }) => reference);
}
