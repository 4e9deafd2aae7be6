import 'server-only';
import type { Client } from 'pg';

// As audit_range() in migration 0055.
const RANGE = 5_000_000;

/**
 * Prepares an audit log of one table for migration 0055, which makes it a partition: builds the index that is new and
 * validates which numbers its entries have, to at least half a range above the last. Both read the whole table, and
 * inside the migration nothing could be appended meanwhile. Takes a connection of the tables' owner.
 */
export async function prepareAuditLog(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = to_regclass('public.audit_log') and relkind = 'r'`,
  );
  if (rowCount === 0) return;
  // An attempt that was cut off leaves an index that is not valid.
  await client.query('drop index if exists public.audit_log_from_1_actor_action');
  await client.query(
    'create index concurrently audit_log_from_1_actor_action on public.audit_log (actor_id, action, seq)',
  );
  const { rows } = await client.query<{ seq: string }>('select seq::text from audit_head');
  const reached = Number(rows[0]?.seq) + RANGE / 2;
  const end = Math.ceil(reached / RANGE) * RANGE + 1;
  await client.query('alter table public.audit_log drop constraint if exists audit_log_range');
  await client.query(
    `alter table public.audit_log add constraint audit_log_range check (seq >= 1 and seq < ${end}::bigint) not valid`,
  );
  await client.query('alter table public.audit_log validate constraint audit_log_range');
}
