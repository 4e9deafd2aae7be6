import 'server-only';
import type { Client } from 'pg';

// As audit_range() in migration 0053.
const RANGE = 5_000_000;

/**
 * Prepares an audit log of one table for migration 0053, which makes it a partition: validates which numbers its entries
 * have. Reading a large table takes minutes, and inside the migration nothing could be appended meanwhile. Takes a
 * connection of the tables' owner. The bound is at least half a range above the last entry.
 */
export async function validateAuditRange(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('public.audit_log') and relkind = 'r'`,
  );
  if (rowCount === 0) return;
  const { rows } = await client.query<{ seq: string }>('select seq::text from audit_head');
  const reached = Number(rows[0]?.seq) + RANGE / 2;
  const end = Math.ceil(reached / RANGE) * RANGE + 1;
  await client.query('alter table public.audit_log drop constraint if exists audit_log_range');
  await client.query(
    `alter table public.audit_log add constraint audit_log_range check (seq >= 1 and seq < ${end}::bigint) not valid`,
  );
  await client.query('alter table public.audit_log validate constraint audit_log_range');
}
