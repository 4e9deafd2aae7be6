import 'server-only';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ATTACHMENT_TYPES } from '@/lib/attachments/limits';
import { PDF_MARKS } from '@/lib/attachments/pdf-marks';
import { personId } from '@/lib/server/database/schema/people';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { bytes, instant } from '@/lib/server/database/schema/columns';

/**
 * Uploaded files. One without size and hash is still arriving, or its upload broke off. Triggers let nobody change a
 * whole one, nor delete one that a request has.
 */
export const attachments = pgTable(
  'attachments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    personId: personId(),
    name: text('name').notNull(),
    /** What the content is, whatever the browser called it. */
    type: text('type', { enum: ATTACHMENT_TYPES }).notNull(),
    size: integer('size'),
    sha256: text('sha256'),
    /** What a PDF holds besides pages (lib/attachments/pdf-marks.ts). */
    marks: text('marks', { enum: PDF_MARKS })
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    index('attachments_person').on(table.personId, table.at),
    check('attachments_name', sql`char_length(name) between 1 and 120`),
    check('attachments_type', sql`type in ('application/pdf', 'image/png', 'image/jpeg')`),
    check('attachments_whole', sql`(size is null) = (sha256 is null)`),
    check('attachments_size', sql`size between 1 and 10485760`),
    check('attachments_sha256', sql`sha256 ~ '^[0-9a-f]{64}$'`),
    check('attachments_marks', sql`cardinality(marks) <= 20`),
  ],
);

/** The bytes of uploaded files in order. Never change, and go only with their file. */
export const attachmentChunks = pgTable(
  'attachment_chunks',
  {
    attachmentId: uuid('attachment_id')
      .notNull()
      .references(() => attachments.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.attachmentId, table.position] }),
    check('attachment_chunks_position', sql`position between 0 and 39`),
    check('attachment_chunks_bytes', sql`octet_length(bytes) between 1 and 262144`),
  ],
);

/** Which files the list of a version names, in its order, from 1. */
export const requestAttachments = pgTable(
  'request_attachments',
  {
    requestId: uuid('request_id').notNull(),
    version: integer('version').notNull(),
    position: integer('position').notNull(),
    attachmentId: uuid('attachment_id')
      .notNull()
      .references(() => attachments.id),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.version, table.position] }),
    unique('request_attachments_file').on(table.requestId, table.version, table.attachmentId),
    foreignKey({
      columns: [table.requestId, table.version],
      foreignColumns: [requestVersions.requestId, requestVersions.version],
      name: 'request_attachments_version',
    }),
    index('request_attachments_attachment').on(table.attachmentId),
    check('request_attachments_position', sql`position between 1 and 5`),
  ],
);
