import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';

/**
 * Finds a transfer with this exact reference and gives its ID; undefined if the mirror has none. A reference must be
 * unused in the mirror before a request may take it (docs/specification/send-protocol.md#identity-and-bytes).
 */
export async function findTransferWithReference(
  reader: Pick<Transaction, 'execute'>,
  refId: string,
): Promise<string | undefined> {
  const { rows } = await reader.execute<{ id: string }>(
    sql`select id from mirror_transfers where ref_key = left(lower(${refId}), 200) and record ->> 'ref_id' = ${refId}
      order by id limit 1`,
  );
  return rows[0]?.id;
}

/** Finds the transfers with these exact references; gives transfer IDs by reference. */
export async function findTransfersWithReferences(
  reader: Pick<Transaction, 'execute'>,
  refIds: readonly string[],
): Promise<Map<string, string>> {
  if (refIds.length === 0) return new Map();
  const { rows } = await reader.execute<{ ref_id: string; id: string }>(
    sql`
      select distinct on (asked.ref_id) asked.ref_id, id
      from jsonb_array_elements_text(${JSON.stringify(refIds)}::jsonb) as asked(ref_id)
      join mirror_transfers on ref_key = left(lower(asked.ref_id), 200) and record ->> 'ref_id' = asked.ref_id
      order by asked.ref_id, id`,
  );
  return new Map(rows.map(({ ref_id, id }) => [ref_id, id]));
}
