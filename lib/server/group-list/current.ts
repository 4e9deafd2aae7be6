import 'server-only';
import { sql } from 'drizzle-orm';
import { type ApproverGroup, approverGroupsSchema } from '@/lib/approver-groups/approver-groups';
import { database, type Transaction } from '@/lib/server/database/client';
import { readSetting, type Setting } from '@/lib/server/settings/versions';

/** The groups of approvers, which two administrators change. */
export const APPROVER_GROUPS: Setting<ApproverGroup[]> = {
  kind: 'approver-groups',
  schema: approverGroupsSchema,
  initial: [],
};

/** Reads the groups of approvers in force together with their version; version 0 has none. */
export async function currentGroups(
  selecting?: Pick<Transaction, 'select'>,
): Promise<{ version: number; groups: ApproverGroup[] }> {
  const { version, value } = await readSetting(APPROVER_GROUPS, selecting);
  return { version, groups: value };
}

/** Lists the names of the groups of approvers. */
export async function listGroupNames(): Promise<string[]> {
  const { groups } = await currentGroups();
  return groups.map(({ name }) => name);
}

/**
 * Reads the groups that a person is a member of by what administrators wrote and what the identity provider stated,
 * whether or not a passkey of theirs counts in them.
 */
export async function readOwnGroups(personId: string): Promise<string[]> {
  const [row] = await database()
    .select({ groups: sql<string[]>`approver_groups_of(${personId})` })
    .from(sql`(select 1) one`);
  return row?.groups ?? [];
}
