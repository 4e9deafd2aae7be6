import 'server-only';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import type { Person } from '@/lib/server/auth/sessions';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction } from '@/lib/server/database/client';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { openTextCursor } from '@/lib/server/mirror/export-snapshot';
import { now } from '@/lib/server/runtime/clock';
import { toStatementLines } from '@/lib/server/statements/lines';
import { statementLines, statementSums, type StatementSumsRow } from '@/lib/server/statements/select';
import type { ReadDenial } from '@/lib/server/transfers/read';
import { EXPORTS_BUSY, reserveExport, streamExport } from '@/lib/server/transfers/stream-export';
import { nameStatementFile, readStatementChoice, type StatementChoice } from '@/lib/statements/statement';
import {
  formatStatementLine,
  formatStatementRemark,
  formatStatementTrailer,
  STATEMENT_CSV_HEAD,
} from '@/lib/statements/statement-csv';

/** A file of a statement. */
interface StatementFile {
  content: ReadableStream<Uint8Array>;
  fileName: string;
  contentType: string;
}

/**
 * Exports a statement as CSV, as of one moment, and writes an audit entry. Takes `profile`, `asset` and `month`,
 * unchecked.
 */
export async function exportStatement(parameters: URLSearchParams): Promise<Result<StatementFile, ReadDenial>> {
  const person = await authorize('readTransfers', { limit: 'export' });
  if (!person.ok) return person;
  const choice = readStatementChoice(parameters);
  if (!choice) return fail(NO_CHOICE);
  const release = reserveExport(person.value.id);
  if (!release) return fail(EXPORTS_BUSY);
  try {
    return ok(await startCsv(person.value, choice, release));
  } catch (error) {
    release();
    throw error;
  }
}

async function startCsv(person: Person, choice: StatementChoice, release: () => void): Promise<StatementFile> {
  // Before the snapshot, so that the snapshot holds everything that the coverage claims.
  const coverage = await readCoverage(person);
  const cursor = await openTextCursor<StatementSumsRow>({
    first: statementSums(person, choice),
    texts: statementLines(person, choice),
  });
  try {
    const [sums] = cursor.first;
    if (!sums) throw new Error('the aggregate of a statement gave no row');
    await recordExport(person, { ...choice, format: 'csv', transfers: sums.lines });
    const at = now().toISOString();
    const content = streamExport({
      head: STATEMENT_CSV_HEAD,
      batches: cursor,
      format: async (records) =>
        (await toStatementLines(person, records)).map((line) => formatStatementLine(line, choice.asset)).join(''),
      trailer: () => formatStatementTrailer({ choice, sums, coverage }, { at, by: person.name }),
      mayGoOn: createBatchGuard(person, 'readTransfers', formatStatementRemark(EXPORT_ENDED)),
      release,
    });
    return { content, fileName: nameStatementFile(choice, 'csv'), contentType: 'text/csv; charset=utf-8' };
  } catch (error) {
    await cursor.close();
    throw error;
  }
}

async function recordExport(
  { id, name, origin }: Person,
  after: StatementChoice & { format: 'csv' | 'pdf'; transfers: number },
): Promise<void> {
  await inTransaction((transaction) =>
    appendAudit(transaction, {
      action: 'statement.exported',
      actor: { id, name },
      subject: 'transfers',
      origin,
      after,
    }),
  );
}

const NO_CHOICE = {
  kind: 'failed',
  status: 400,
  explanation: {
    title: 'The statement could not be exported',
    detail: 'The profile, the balance asset or the month is missing. Nothing was exported.',
    next: 'Choose all three on the page “Statements”.',
  },
} as const;
