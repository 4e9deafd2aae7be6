import 'server-only';
import { sql } from 'drizzle-orm';
import { boolean, check, json, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { people } from '@/lib/server/database/schema';
import type { TemplateForm } from '@/lib/templates/template-form';

/** Forms of withdrawals to fill in again. Triggers refuse changes; rows are deleted (migration 0040). */
export const templates = pgTable(
  'templates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    title: text('title').notNull(),
    /** True where everybody who can request withdrawals uses and deletes the template. */
    isShared: boolean('is_shared').notNull(),
    form: json('form').$type<TemplateForm>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('templates_title_of_person').on(table.personId, table.title),
    check('templates_title', sql`char_length(title) between 1 and 60`),
  ],
);
