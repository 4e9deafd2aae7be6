import 'server-only';
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type AuditEntry, hashedText } from '@/lib/audit/audit-log';
import { writeAuditEntry } from '@/lib/audit/write-entry';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { auditHead, auditLog } from '@/lib/server/database/schema/audit';

/**
 * Appends an entry to the hash chain, in the transaction that did what the entry records. Call it last: the end of the
 * chain is locked until the commit, and every other process that appends waits. The hash covers one line each: the
 * previous hash, seq, the time in UTC to the microsecond, the entry (docs/operations.md#the-audit-log).
 */
export async function appendAudit(transaction: Transaction, entry: AuditEntry): Promise<void> {
  const { action, actorId, subject, text } = writeAuditEntry(entry);
  // clock_timestamp(), since the transaction may have begun before the previous entry was appended.
  const { rowCount } = await transaction.execute(sql`
    with head as (select seq, hash from audit_head where id = 1 for update),
    next as (select head.seq + 1 as seq, head.hash as before, clock_timestamp() as at from head),
    linked as (
      select seq, at, encode(sha256(convert_to(before || E'\n' || seq || E'\n' || to_char(at at time zone 'UTC', ${AUDIT_TIME_FORMAT}) || E'\n' || ${text}::text, 'UTF8')), 'hex') as hash
      from next
    ),
    moved as (update audit_head set seq = linked.seq, hash = linked.hash from linked where audit_head.id = 1)
    insert into audit_log (seq, at, action, actor_id, subject, entry, hash)
    select seq, at, ${action}, ${actorId}::uuid, ${subject}, ${text}, hash from linked`);
  if (rowCount !== 1) throw new Error('the audit log took no entry');
}

/** Gives the members of an entry that say who acted, and from where. */
export const actedBy = ({ id, name, origin }: Acting): Pick<AuditEntry, 'actor' | 'origin'> => ({
  actor: { id, name },
  origin,
});

interface Acting extends Pick<AuditEntry, 'origin'> {
  id: string;
  name: string;
}

/** Appends an entry about what a person did, in a transaction of its own. */
export function auditAction(person: Acting, entry: Omit<AuditEntry, 'actor' | 'origin'>): Promise<void> {
  return inTransaction((transaction) => appendAudit(transaction, { ...actedBy(person), ...entry }));
}

/**
 * Records why a person was refused an action on a withdrawal, and gives the failure back. A person who is only asked to
 * sign was refused nothing.
 */
export async function auditRefused<Failure extends { kind: string }>(
  transaction: Transaction,
  person: Acting,
  refused: { ok: false; error: Failure },
  entry: Pick<AuditEntry, 'subject' | 'after'>,
): Promise<{ ok: false; error: Failure }> {
  const { error } = refused;
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.kind;
  if (error.kind !== 'unsigned')
    await appendAudit(transaction, { action: 'request.refused', ...actedBy(person), ...entry, reason });
  return refused;
}

/** Appends several entries in a row, such as one for each item of a batch; locks the end of the chain once. */
export async function appendAudits(transaction: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const [only, ...more] = entries;
  if (!only) return;
  if (more.length === 0) return appendAudit(transaction, only);
  // The table before the end of the chain, as one statement locks them: archiving, which locks the table, then appends.
  await transaction.execute(sql`lock table audit_log in row exclusive mode`);
  const { rows } = await transaction.execute<{ seq: string; hash: string; at: string }>(sql`
    with head as (select seq, hash from audit_head where id = 1 for update)
    select seq, hash, to_char(clock_timestamp() at time zone 'UTC', ${AUDIT_TIME_FORMAT}) as at from head`);
  const [head] = rows;
  if (!head) throw new Error('the audit log took no entry');
  let [seq, hash] = [Number(head.seq), head.hash];
  const lines = entries.map((entry) => {
    const { text, ...columns } = writeAuditEntry(entry);
    seq += 1;
    hash = createHash('sha256')
      .update(hashedText(hash, { seq, at: head.at, entry: text }))
      .digest('hex');
    return { seq, at: sql`${head.at}::timestamptz`, ...columns, entry: text, hash };
  });
  for (let from = 0; from < lines.length; from += INSERTED)
    await transaction.insert(auditLog).values(lines.slice(from, from + INSERTED));
  await transaction.update(auditHead).set({ seq, hash });
}

// A statement of a thousand rows takes long to build, while nobody else gets a turn.
const INSERTED = 100;

/** Format of an entry's time where it is hashed and exported. */
export const AUDIT_TIME_FORMAT = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
