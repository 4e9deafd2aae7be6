import 'server-only';
import { sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import { startLoop } from '@/lib/server/workers/loop';

const INTERVAL_MS = 60_000;

/**
 * Adds the next partition of the audit log once half a range is left, by a function of the tables' owner (migration
 * 0055). Returns 0. Where it never ran, the last partition takes every entry, and appends go on.
 */
export async function extendAuditLog(): Promise<number> {
  const { rows } = await database().execute<{ added: string | null }>(sql`select audit_extend() as added`);
  const added = rows[0]?.added ?? null;
  if (added !== null) log.info({ partition: added }, 'added a partition to the audit log');
  return 0;
}

/** Starts adding partitions to the audit log ahead of its entries, once per process. */
export function startExtendingAuditLog(): void {
  startLoop('audit-partitions', extendAuditLog, { everyMs: INTERVAL_MS });
}
