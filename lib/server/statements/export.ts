import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import type { Person } from '@/lib/server/auth/sessions';
import { consoleEnvironment, deskName } from '@/lib/server/config/environment';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction } from '@/lib/server/database/client';
import { allowReplica } from '@/lib/server/database/replicas/allow-replica';
import { createPdf, findTooLong, type PdfFailure } from '@/lib/server/documents/create-pdf';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { openTextCursor } from '@/lib/server/database/query/text-cursor';
import { readProfileName } from '@/lib/server/profiles/profile-names';
import { now } from '@/lib/server/runtime/clock';
import { toStatementLines } from '@/lib/server/statements/lines';
import { statementLines, statementSums, type StatementSumsRow } from '@/lib/server/statements/select';
import type { ReadDenial } from '@/lib/server/transfers/read';
import { EXPORTS_BUSY, reserveExport, streamExport } from '@/lib/server/exports/stream-export';
import {
  nameStatementFile,
  readStatementChoice,
  type Statement,
  type StatementChoice,
  type StatementLine,
} from '@/lib/statements/statement';
import {
  formatStatementLine,
  formatStatementRemark,
  formatStatementTrailer,
  STATEMENT_CSV_HEAD,
} from '@/lib/statements/statement-csv';
import { countStatementPdfLines, toStatementPdf } from '@/lib/statements/statement-pdf';

/** A file of a statement. */
interface StatementFile {
  content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  fileName: string;
  contentType: string;
}

/**
 * Exports a statement as CSV, or as PDF where `format` says so, as of one moment, and writes an audit entry. Takes
 * `profile`, `asset` and `month`, unchecked. A PDF ends when the signal aborts.
 */
export async function exportStatement(
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<Result<StatementFile, ReadDenial | PdfFailure>> {
  const person = await authorize('readTransfers', { limit: 'export' });
  if (!person.ok) return person;
  const choice = readStatementChoice(parameters);
  if (!choice) return fail(NO_CHOICE);
  const release = reserveExport(person.value.id);
  if (!release) return fail(EXPORTS_BUSY);
  if (parameters.get('format') === 'pdf') return createStatementPdf(person.value, choice, { release, signal });
  try {
    return ok(await startCsv(await allowReplica(person.value), choice, release));
  } catch (error) {
    release();
    throw error;
  }
}

async function createStatementPdf(
  person: Person,
  choice: StatementChoice,
  { release, signal }: { release: () => void; signal: AbortSignal },
): Promise<Result<StatementFile, PdfFailure>> {
  // The layout has a limit of its own and needs no connection, so the slot is free before it.
  const read = await allowReplica(person)
    .then((reader) => readForPdf(reader, choice))
    .finally(release);
  if (!read.ok) return read;
  const { statement, lines } = read.value;
  const document = toStatementPdf(statement, lines, {
    desk: deskName(),
    at: now().toISOString(),
    by: person.name,
    isSandbox: consoleEnvironment() === 'sandbox',
  });
  const pdf = await createPdf(person, document, { signal });
  if (!pdf.ok) return pdf;
  await recordExport(person, { ...choice, format: 'pdf', transfers: statement.sums.lines });
  return ok({ content: pdf.value, fileName: nameStatementFile(choice, 'pdf'), contentType: 'application/pdf' });
}

/** Reads a statement with all its lines as of one moment, unless they are too many for a PDF. */
async function readForPdf(
  reader: Reader,
  choice: StatementChoice,
): Promise<Result<{ statement: Statement; lines: StatementLine[] }, PdfFailure>> {
  // Before the snapshot, as for CSV.
  const coverage = await readCoverage(reader);
  const cursor = await openTextCursor<StatementSumsRow>(reader, {
    first: statementSums(reader, choice),
    texts: statementLines(reader, choice),
  });
  try {
    const [sums] = cursor.first;
    if (!sums) throw new Error('the aggregate of a statement gave no row');
    const statement = { choice, profileName: await readProfileName(reader, choice.profile), sums, coverage };
    const tooLong = findTooLong(countStatementPdfLines(statement));
    if (tooLong) return fail(tooLong);
    const lines: StatementLine[] = [];
    for (let batch = await cursor.next(); batch.length > 0; batch = await cursor.next())
      lines.push(...(await toStatementLines(reader, batch)));
    return ok({ statement, lines });
  } finally {
    await cursor.close();
  }
}

async function startCsv(person: Person, choice: StatementChoice, release: () => void): Promise<StatementFile> {
  // Before the snapshot, so that the snapshot holds everything that the coverage claims.
  const coverage = await readCoverage(person);
  const cursor = await openTextCursor<StatementSumsRow>(person, {
    first: statementSums(person, choice),
    texts: statementLines(person, choice),
  });
  try {
    const [sums] = cursor.first;
    if (!sums) throw new Error('the aggregate of a statement gave no row');
    const profileName = await readProfileName(person, choice.profile);
    await recordExport(person, { ...choice, format: 'csv', transfers: sums.lines });
    const at = now().toISOString();
    const content = streamExport({
      head: STATEMENT_CSV_HEAD,
      batches: cursor,
      format: async (records) =>
        (await toStatementLines(person, records)).map((line) => formatStatementLine(line, choice.asset)).join(''),
      trailer: () => formatStatementTrailer({ choice, profileName, sums, coverage }, { at, by: person.name }),
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
