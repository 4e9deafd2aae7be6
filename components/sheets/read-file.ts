import { fail, ok, type Result } from '@/lib/result';

const MAX_BYTES = 5_000_000;
const ZIP = [0x50, 0x4b];
const UTF_16_LITTLE_ENDIAN = [0xff, 0xfe];

/** Reads the text of a file in any encoding that spreadsheets save, or explains why the file has no text. */
export async function readTextFile(file: File): Promise<Result<string, string>> {
  if (file.size > MAX_BYTES) return fail('This file is larger than 5 MB. Split the sheet and import the parts.');
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (!bytes) return fail('The file could not be read. Choose the file again.');
  const startsWith = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (startsWith(ZIP))
    return fail('This is a workbook. Save the sheet as CSV and choose the CSV file, or paste the cells.');
  if (startsWith(UTF_16_LITTLE_ENDIAN)) return ok(new TextDecoder('utf-16le').decode(bytes));
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The encoding of plain CSV from spreadsheets on Windows.
    return ok(new TextDecoder('windows-1252').decode(bytes));
  }
}
