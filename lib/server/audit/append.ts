import 'server-only';
import { sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit';
import type { Transaction } from '@/lib/server/database/client';

/**
 * Appends an entry to the chain, in the transaction of what it tells. Call it last: the end of the chain is locked from
 * here to the commit, so whatever still waits for a lock would make every other process wait as well.
 * The hash is over a line each: the hash before, seq, the time in UTC to the microsecond, the entry.
 */
export async function appendAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  const { action, actor, subject } = entry;
  const text = JSON.stringify(entry);
  // clock_timestamp(), since the transaction may have begun before the entry that stands before this one.
  const { rowCount } = await transaction.execute(sql`
    with head as (select seq, hash from audit_head where id = 1 for update),
    next as (select head.seq + 1 as seq, head.hash as before, clock_timestamp() as at from head),
    linked as (
      select seq, at, encode(sha256(convert_to(before || E'\n' || seq || E'\n' || to_char(at at time zone 'UTC', ${AUDIT_TIME_FORMAT}) || E'\n' || ${text}::text, 'UTF8')), 'hex') as hash
      from next
    ),
    moved as (update audit_head set seq = linked.seq, hash = linked.hash from linked where audit_head.id = 1)
    insert into audit_log (seq, at, action, actor_id, subject, entry, hash)
    select seq, at, ${action}, ${actor?.id ?? null}::uuid, ${subject}, ${text}, hash from linked`);
  if (rowCount !== 1) throw new Error('the audit log took no entry');
}

/** How the time of an entry is written where it is hashed and exported. */
export const AUDIT_TIME_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
