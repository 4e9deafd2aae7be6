import { fail, ok, type Result } from '@/lib/result';
import { readParts, readPart } from '@/lib/sheets/workbook/parts';
import { readCells, type SheetCells } from '@/lib/sheets/workbook/read-cells';
import { UnreadableWorkbook } from '@/lib/sheets/workbook/unreadable';
import { type Inflate, openArchive } from '@/lib/sheets/workbook/zip';

/** A sheet of a workbook; `cells` explains why it cannot be read, which does not keep others from being read. */
export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  cells: Result<SheetCells, string>;
}

/** A workbook with the sheets that have values. */
export interface Workbook {
  sheets: WorkbookSheet[];
}

// What other files in a ZIP have inside, and what they are.
const OTHERS: readonly (readonly [part: RegExp, sentence: string])[] = [
  [
    /^content\.xml$/,
    'This is an OpenDocument file (.ods). Save it as an Excel workbook (.xlsx) and choose that file, or paste the cells.',
  ],
  [
    /^index(?:\/.*\.iwa|\.zip)$/,
    'This is a Numbers file. Export it as an Excel workbook (.xlsx) and choose that file, or paste the cells.',
  ],
  [
    /^(?:word|ppt)\//,
    'This is a document, not a sheet. Choose an Excel workbook (.xlsx) or a CSV file, or paste the cells.',
  ],
];

/**
 * Reads an Excel workbook (.xlsx, ECMA-376) from its bytes, or explains in a sentence why it cannot be read. Loads
 * nothing, evaluates nothing, and unpacks at most 50 MB by `inflate`.
 */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  inflate: Inflate,
): Promise<Result<Workbook, string>> {
  try {
    const archive = openArchive(bytes, inflate);
    if (!archive.names.has('_rels/.rels') || !archive.names.has('[content_types].xml'))
      return fail(explainOther(archive.names));
    const other = OTHERS.slice(2).find(([pattern]) => [...archive.names].some((name) => pattern.test(name)));
    if (other) return fail(other[1]);
    const parts = await readParts(archive);
    const sheets: WorkbookSheet[] = [];
    for (const { name, isHidden, part } of parts.sheets) {
      if (part === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop -- all sheets share one limit.
      const content = await readPart(archive, part);
      const cells = catchUnreadable(() => readCells(content, parts));
      if (!cells.ok || cells.value.rows.length > 0) sheets.push({ name, isHidden, cells });
    }
    return sheets.length === 0 ? fail('The workbook has no cells with values.') : ok({ sheets });
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return fail(error.message);
    throw error;
  }
}

function catchUnreadable<Value>(read: () => Value): Result<Value, string> {
  try {
    return ok(read());
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return fail(error.message);
    throw error;
  }
}

function explainOther(names: ReadonlySet<string>): string {
  const found = OTHERS.find(([pattern]) => [...names].some((name) => pattern.test(name)));
  return found?.[1] ?? 'This is a ZIP archive. Unpack it and choose the workbook or CSV file that is in it.';
}
