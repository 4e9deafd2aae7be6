import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { toRecipientForm } from '@/lib/recipients/form';
import { RECIPIENT_COLUMN_NAMES, toRecipientCells } from '@/lib/recipients/sheet';
import { ok, type Result } from '@/lib/result';
import { auditAction } from '@/lib/server/database/append-audit';
import type { TableFormat, TableWriter } from '@/lib/sheets/write/table';
import { createTable } from '@/lib/server/exports/open-table';
import { toEntry } from '@/lib/server/recipients/change';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';

const BATCH_SIZE = 500;

/**
 * Exports the active entries of the address book as CSV or a workbook, ordered by ID, with the columns that an import
 * reads. Writes an audit entry, then reads the database only as fast as the stream is consumed.
 */
export async function exportRecipients(
  format: TableFormat = 'csv',
): Promise<Result<ReadableStream<Uint8Array>, Denial>> {
  const person = await authorize('readRecipients', { limit: 'export' });
  if (!person.ok) return person;
  await auditAction(person.value, { action: 'recipients.exported', subject: 'recipients', after: { format } });
  const columns = RECIPIENT_COLUMN_NAMES.map((title) => ({ title }));
  const table = createTable(format, 'Recipients', columns);
  const mayGoOn = createBatchGuard(person.value, 'readRecipients', table.interruption(EXPORT_ENDED));
  return ok(table.pack(streamRows(person.value, table, mayGoOn)));
}

function streamRows(
  reader: Reader,
  table: TableWriter,
  mayGoOn: ReturnType<typeof createBatchGuard>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = '00000000-0000-0000-0000-000000000000';
  let { head } = table;
  return new ReadableStream({
    async pull(controller) {
      if (!(await mayGoOn(controller))) return;
      const rows = await database()
        .select()
        .from(recipients)
        .where(and(eq(recipients.state, 'ACTIVE'), visibleRecipients(reader), sql`${recipients.id} > ${after}`))
        .orderBy(recipients.id)
        .limit(BATCH_SIZE);
      controller.enqueue(
        encoder.encode(head + rows.map((row) => table.row(toRecipientCells(toRecipientForm(toEntry(row))))).join('')),
      );
      head = '';
      after = rows.at(-1)?.id ?? after;
      if (rows.length < BATCH_SIZE) controller.close();
    },
  });
}
