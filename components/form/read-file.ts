import { fail, ok, type Result } from '@/lib/result';

const LARGEST_BYTES = 5_000_000;
const ZIP = [0x50, 0x4b];
const UTF_16_LITTLE_ENDIAN = [0xff, 0xfe];

/** The text of a file as spreadsheets save it, in the encoding that it is in; or why it holds none. */
export async function readTextFile(file: File): Promise<Result<string, string>> {
  if (file.size > LARGEST_BYTES) return fail('This file is larger than 5 MB. Take the withdrawals in several parts.');
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (!bytes) return fail('The file could not be read. Choose it again.');
  const startsWith = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (startsWith(ZIP))
    return fail('This is a workbook. Save its sheet as CSV and choose that, or copy its cells and paste them.');
  if (startsWith(UTF_16_LITTLE_ENDIAN)) return ok(new TextDecoder('utf-16le').decode(bytes));
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // What spreadsheets on Windows call CSV without more.
    return ok(new TextDecoder('windows-1252').decode(bytes));
  }
}
