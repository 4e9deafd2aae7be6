import 'server-only';
import { sql } from 'drizzle-orm';
import { check, integer, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { SETTING_KINDS } from '@/lib/proposals/settings';
import { instant, oneOf } from '@/lib/server/database/schema/columns';
import { proposals } from '@/lib/server/database/schema/proposals';

/**
 * Versions of what two administrators change as a whole, by kind; the highest number is in force, and without a version
 * what the console comes with. Triggers refuse changes, and versions without two people (sql/settings.sql).
 */
export const settingVersions = pgTable(
  'setting_versions',
  {
    kind: text('kind', { enum: SETTING_KINDS }).notNull(),
    version: integer('version').notNull(),
    value: json('value').notNull(),
    proposalId: uuid('proposal_id').references(() => proposals.id),
    activeFrom: instant('active_from').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.version] }),
    check('setting_versions_kind', oneOf('kind', SETTING_KINDS)),
    // Whatever else goes wrong, no rule lets a withdrawal leave without an approval.
    check(
      'setting_versions_at_least_one',
      sql`kind <> 'policy' or not jsonb_path_exists(value::jsonb, '$[*].then ? (@.kind == "approve" && (!(@.count >= 1) || (@.count >= 1) is unknown))')`,
    ),
  ],
);
