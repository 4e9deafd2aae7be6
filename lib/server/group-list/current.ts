import 'server-only';
import { desc, sql } from 'drizzle-orm';
import type { ApproverGroup } from '@/lib/approver-groups/approver-groups';
import { database, type Transaction } from '@/lib/server/database/client';
import { approverGroups } from '@/lib/server/database/schema/proposals';

/** Reads the groups of approvers in force together with their version; version 0 has none. */
export async function currentGroups(
  reader: Pick<Transaction, 'select'> = database(),
): Promise<{ version: number; groups: ApproverGroup[] }> {
  const [row] = await reader
    .select({ version: approverGroups.version, groups: approverGroups.groups })
    .from(approverGroups)
    .orderBy(desc(approverGroups.version))
    .limit(1);
  return row ?? { version: 0, groups: [] };
}

/** Lists the names of the groups of approvers. */
export async function listGroupNames(): Promise<string[]> {
  const { groups } = await currentGroups();
  return groups.map(({ name }) => name);
}

/**
 * Reads the groups that somebody is a member of by what administrators wrote and what the identity provider stated,
 * whether or not a passkey of theirs counts in them.
 */
export async function readOwnGroups(personId: string): Promise<string[]> {
  const [row] = await database()
    .select({ groups: sql<string[]>`approver_groups_of(${personId})` })
    .from(sql`(select 1) one`);
  return row?.groups ?? [];
}
