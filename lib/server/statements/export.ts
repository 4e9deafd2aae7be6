import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import type { Person } from '@/lib/server/auth/sessions';
import { consoleEnvironment, letterhead } from '@/lib/server/config/environment';
import { auditAction } from '@/lib/server/database/append-audit';
import { allowReplica } from '@/lib/server/database/replicas/allow-replica';
import { createPdf, findTooLong, type PdfFailure } from '@/lib/server/documents/create-pdf';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { openTextCursor } from '@/lib/server/database/query/text-cursor';
import { readProfileName } from '@/lib/server/profiles/profile-names';
import { now } from '@/lib/server/runtime/clock';
import { statementLines, statementSums, type StatementSumsRow, toStatementLines } from '@/lib/server/statements/select';
import type { ReadDenial } from '@/lib/server/transfers/read';
import { createTable, findTooManyRows, type TooManyRows } from '@/lib/server/exports/open-table';
import { startExport, startReading, streamExport } from '@/lib/server/exports/stream-export';
import { readTableFormat, TABLE_TYPES, type TableFormat } from '@/lib/sheets/write/table';
import {
  nameStatementFile,
  readStatementChoice,
  type Statement,
  type StatementChoice,
  type StatementLine,
} from '@/lib/statements/statement';
import { listStatementRemarks, STATEMENT_COLUMNS, toStatementCells } from '@/lib/statements/statement-table';
import { countStatementPdfLines, toStatementPdf } from '@/lib/statements/statement-pdf';

/** A file of a statement. */
interface StatementFile {
  content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
  fileName: string;
  contentType: string;
}

/**
 * Exports a statement as CSV, or as workbook or PDF where `format` says so (`xlsx`, `pdf`), as of one moment, and
 * writes an audit entry. Takes `profile`, `asset` and `month`, unchecked. A PDF ends when the signal aborts.
 */
export async function exportStatement(
  parameters: URLSearchParams,
  signal: AbortSignal,
): Promise<Result<StatementFile, ReadDenial | PdfFailure | TooManyRows>> {
  const person = await authorize('readTransfers', { limit: 'export' });
  if (!person.ok) return person;
  const choice = readStatementChoice(parameters);
  if (!choice) return fail(NO_CHOICE);
  const wanted = parameters.get('format');
  return startExport(person.value.id, async (release) =>
    wanted === 'pdf'
      ? createStatementPdf(person.value, choice, { release, signal })
      : startTable(await allowReplica(person.value), { choice, format: readTableFormat(wanted), release }),
  );
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
    desk: letterhead(),
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

interface WantedTable {
  choice: StatementChoice;
  format: TableFormat;
  release: () => void;
}

async function startTable(
  person: Person,
  { choice, format, release }: WantedTable,
): Promise<Result<StatementFile, TooManyRows>> {
  // Before the snapshot, so that the snapshot holds everything that the coverage claims.
  const coverage = await readCoverage(person);
  const cursor = await openTextCursor<StatementSumsRow>(person, {
    first: statementSums(person, choice),
    texts: statementLines(person, choice),
  });
  return startReading(cursor, async () => {
    const [sums] = cursor.first;
    if (!sums) throw new Error('the aggregate of a statement gave no row');
    const tooMany = findTooManyRows(format, sums.lines);
    if (tooMany) return fail(tooMany);
    const profileName = await readProfileName(person, choice.profile);
    await recordExport(person, { ...choice, format, transfers: sums.lines });
    const at = now().toISOString();
    const table = createTable(format, 'Statement', STATEMENT_COLUMNS);
    const content = streamExport({
      head: table.head,
      pack: table.pack,
      batches: cursor,
      format: async (records) =>
        (await toStatementLines(person, records))
          .map((line) => table.row(toStatementCells(line, choice.asset)))
          .join(''),
      trailer: () =>
        listStatementRemarks({ choice, profileName, sums, coverage }, { at, by: person.name })
          .map(table.remark)
          .join(''),
      mayGoOn: createBatchGuard(person, 'readTransfers', table.interruption(EXPORT_ENDED)),
      release,
    });
    return ok({ content, fileName: nameStatementFile(choice, format), contentType: TABLE_TYPES[format] });
  });
}

function recordExport(
  person: Person,
  after: StatementChoice & { format: TableFormat | 'pdf'; transfers: number },
): Promise<void> {
  return auditAction(person, { action: 'statement.exported', subject: 'transfers', after });
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
