import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { pool } from '@/lib/server/database/client';
import { listUsable } from '@/lib/server/database/replicas/replicas';

// An entry of the audit log has the time at which it was written, some time before its transaction commits.
const COMMIT_MARGIN_MS = 5_000;

/**
 * Lets a replica answer the reads of one page or export, unless it may lack what this reader has just written. Returns
 * the reader to read with, who is the same where the primary is to answer. For what people browse alone: the rules of
 * scripts/architecture name the importers.
 */
export async function allowReplica<Someone extends Reader>(reader: Someone): Promise<Someone> {
  if (listUsable().length === 0) return reader;
  const upToDate = listUsable((await readLastWrite(reader.id)) + COMMIT_MARGIN_MS);
  // The same one each time, so that no row goes back to what it was.
  const chosen = upToDate[Number.parseInt(reader.id.slice(0, 8), 16) % upToDate.length];
  return chosen ? { ...reader, replica: chosen.name } : reader;
}

/** Reads when a person last did what the audit log records, exports and sign-ins aside, in milliseconds since 1970. */
async function readLastWrite(personId: string): Promise<number> {
  const { rows } = await pool().query<{ ms: number }>({
    name: 'replicas.last-write',
    text: `select (extract(epoch from at) * 1000)::float8 as ms from audit_log
      where actor_id = $1 and action not like '%.exported' and action not like 'session.%' order by seq desc limit 1`,
    values: [personId],
  });
  return rows[0]?.ms ?? 0;
}
