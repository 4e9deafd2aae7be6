import 'server-only';
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type AuditEntry, hashedText } from '@/lib/audit/audit-log';
import type { Transaction } from '@/lib/server/database/client';
import { auditHead, auditLog } from '@/lib/server/database/schema';

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

/** The same for several entries in a row, such as one for each item of a batch: the chain is locked once, and not for each. */
export async function appendAudits(transaction: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const [only, ...more] = entries;
  if (!only) return;
  if (more.length === 0) return appendAudit(transaction, only);
  const { rows } = await transaction.execute<{ seq: string; hash: string; at: string }>(sql`
    with head as (select seq, hash from audit_head where id = 1 for update)
    select seq, hash, to_char(clock_timestamp() at time zone 'UTC', ${AUDIT_TIME_FORMAT}) as at from head`);
  const [head] = rows;
  if (!head) throw new Error('the audit log took no entry');
  let [seq, hash] = [Number(head.seq), head.hash];
  const lines = entries.map((told) => {
    const entry = JSON.stringify(told);
    seq += 1;
    hash = createHash('sha256')
      .update(hashedText(hash, { seq, at: head.at, entry }))
      .digest('hex');
    return {
      seq,
      at: sql`${head.at}::timestamptz`,
      action: told.action,
      actorId: told.actor?.id ?? null,
      subject: told.subject,
      entry,
      hash,
    };
  });
  await transaction.insert(auditLog).values(lines);
  await transaction.update(auditHead).set({ seq, hash });
}

/** How the time of an entry is written where it is hashed and exported. */
export const AUDIT_TIME_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
