import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AuditLine, CHAIN_START, hashedText } from '@/lib/audit/audit-log';

/** Result of verifying an export of the audit log. `line` counts from 1. */
export type Verification =
  | { isValid: true; entries: number; firstSeq: number; lastHash: string }
  | { isValid: false; entries: number; line: number; reason: string };

const lineSchema: z.ZodType<AuditLine> = z.strictObject({
  seq: z.number().int().positive(),
  at: z.string(),
  entry: z.string(),
  hash: z.string(),
});

/**
 * Verifies an export line by line, with one line in memory: the exact form of every line, consecutive numbers, and
 * every hash over the one before. If the file begins later than the chain, its first entry is taken as given.
 */
export async function verifyExport(bytes: AsyncIterable<Uint8Array>, expectedHead?: string): Promise<Verification> {
  let [line, firstSeq, entries] = [0, 0, 0];
  let before: { seq: number; hash: string } = { seq: 0, hash: CHAIN_START };
  const invalid = (reason: string): Verification => ({ isValid: false, entries, line, reason });
  try {
    for await (const text of readLines(bytes)) {
      line += 1;
      const read = readLine(text);
      if (read === undefined) return invalid('The console does not write lines of this form.');
      if (line === 1) firstSeq = read.seq;
      if (line > 1 && read.seq !== before.seq + 1)
        return invalid(`The entry has number ${read.seq}; number ${before.seq + 1} was expected.`);
      const isBase = line === 1 && read.seq > 1;
      if (!isBase && sha256(hashedText(before.hash, read)) !== read.hash)
        return invalid(`Entry ${read.seq} or the entry before it was changed.`);
      if (!isBase) entries += 1;
      before = read;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    line += 1;
    return invalid('The line is not UTF-8.');
  }
  if (entries === 0) return invalid('The file has no entry that can be checked.');
  if (expectedHead !== undefined && before.hash !== expectedHead) {
    return invalid(
      `The file ends at entry ${before.seq}, whose hash differs from the given one: ` +
        'later entries are missing, or the file is from another log.',
    );
  }
  return { isValid: true, entries, firstSeq, lastHash: before.hash };
}

/** Parses a line if it is exactly what the console writes for its entry. */
function readLine(text: string): AuditLine | undefined {
  try {
    const read = lineSchema.safeParse(JSON.parse(text));
    if (!read.success) return undefined;
    const { seq, at, entry, hash } = read.data;
    return JSON.stringify({ seq, at, entry, hash }) === text ? read.data : undefined;
  } catch {
    return undefined;
  }
}

// Splits only at line feeds: node's readline also splits at carriage returns.
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
