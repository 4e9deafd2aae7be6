import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';

/** The id of a transfer that carries this reference; undefined where the mirror knows none (send-protocol, "unused here and in the mirror"). */
export async function findTransferWithReference(reader: Pick<Transaction, 'execute'>, refId: string): Promise<string | undefined> {
  const { rows } = await reader.execute<{ id: string }>(
    sql`select id from mirror_transfers where ref_key = left(lower(${refId}), 200) and record ->> 'ref_id' = ${refId} order by id limit 1`,
  );
  return rows[0]?.id;
}
