import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';
import { toKey } from '@/lib/server/mirror/field-conditions';

/** Finds a transfer with this exact reference and gives its ID; undefined if the mirror has none. */
export async function findTransferWithReference(
  reader: Pick<Transaction, 'execute'>,
  refId: string,
): Promise<string | undefined> {
  const { rows } = await reader.execute<{ id: string }>(
    sql`select id from mirror_transfers where ref_key = ${toKey(sql`${refId}::text`)} and record ->> 'ref_id' = ${refId}
      order by id limit 1`,
  );
  return rows[0]?.id;
}

/** Finds the transfers with these exact references; gives transfer IDs by reference. */
export function findTransfersWithReferences(
  reader: Pick<Transaction, 'execute'>,
  refIds: readonly string[],
): Promise<Map<string, string>> {
  return findIds(reader, refIds, { where: HAS_REFERENCE });
}

/**
 * Finds the transfers that have these references in any case; gives transfer IDs by reference. A reference must be
 * unused in every case before a request may take it (docs/specification/send-protocol.md#identity-and-bytes).
 */
export function findTransfersInAnyCase(
  reader: Pick<Transaction, 'execute'>,
  refIds: readonly string[],
): Promise<Map<string, string>> {
  return findIds(reader, refIds, {});
}

/**
 * Finds the references that exactly one record of the service has, unreadable ones counted too; gives transfer IDs by
 * reference. Leaves out transfers that the service no longer knows.
 */
export function findSingleTransfers(
  reader: Pick<Transaction, 'execute'>,
  refIds: readonly string[],
): Promise<Map<string, string>> {
  return findIds(reader, refIds, {
    where: sql`${HAS_REFERENCE}
      and not exists (select from mirror_quarantine where strpos(item, asked.ref_id) > 0)`,
    having: sql`count(*) = 1 and bool_and(gone_at is null)`,
  });
}

const HAS_REFERENCE = sql`record ->> 'ref_id' = asked.ref_id`;

/** Gives the first transfer ID by reference, of the transfers that have it in any case and meet the conditions. */
async function findIds(
  reader: Pick<Transaction, 'execute'>,
  refIds: readonly string[],
  { where = sql`true`, having = sql`true` }: { where?: SQL; having?: SQL },
): Promise<Map<string, string>> {
  if (refIds.length === 0) return new Map();
  const { rows } = await reader.execute<{ ref_id: string; id: string }>(
    sql`
      select asked.ref_id, min(id) as id
      from jsonb_array_elements_text(${JSON.stringify(refIds)}::jsonb) as asked(ref_id)
      join mirror_transfers on ref_key = ${toKey(sql`asked.ref_id`)}
      where ${where}
      group by asked.ref_id having ${having}`,
  );
  return new Map(rows.map(({ ref_id, id }) => [ref_id, id]));
}
