import 'server-only';
import { integer, json, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { PolicyRule } from '@/lib/policy/rules';
import { instant } from '@/lib/server/database/schema/columns';

/**
 * Versions of the policy, which are a setting (schema/settings.ts): the highest number is in force. A view, which the
 * console only reads (sql/settings.sql); it lies beside the folder of tables, from which migrations are made.
 */
export const policyVersions = pgTable('policy_versions', {
  version: integer('version').primaryKey(),
  rules: json('rules').$type<PolicyRule[]>().notNull(),
  /** The proposal that changed the policy; null for the console's default policy. */
  proposalId: uuid('proposal_id'),
  activeFrom: instant('active_from').notNull().defaultNow(),
});
