import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AuditLine, CHAIN_START, hashedText } from '@/lib/audit/audit-log';

/** What an export of the audit log turned out to be. `line` counts from 1. */
export type Verification =
  | { isRight: true; entries: number; firstSeq: number; lastHash: string }
  | { isRight: false; entries: number; line: number; reason: string };

const lineSchema: z.ZodType<AuditLine> = z.strictObject({
  seq: z.number().int().positive(),
  at: z.string(),
  entry: z.string(),
  hash: z.string(),
});

/**
 * Checks an export line by line, holding one at a time: every line as it was written, no number left out, and every hash
 * over the one before. Where it begins later than the chain, its first entry is the base and cannot be checked itself.
 */
export async function verifyExport(bytes: AsyncIterable<Uint8Array>, expectedHead?: string): Promise<Verification> {
  let [line, firstSeq, entries] = [0, 0, 0];
  let before: { seq: number; hash: string } = { seq: 0, hash: CHAIN_START };
  const wrong = (reason: string): Verification => ({ isRight: false, entries, line, reason });
  try {
    for await (const text of readLines(bytes)) {
      line += 1;
      const read = readLine(text);
      if (read === undefined) return wrong('It is not a line as the console writes it.');
      if (line === 1) firstSeq = read.seq;
      if (line > 1 && read.seq !== before.seq + 1)
        return wrong(`It has number ${read.seq}, and ${before.seq + 1} must follow.`);
      const isBase = line === 1 && read.seq > 1;
      if (!isBase && sha256(hashedText(before.hash, read)) !== read.hash)
        return wrong(`Entry ${read.seq} is not what was written, or the one before it is not.`);
      if (!isBase) entries += 1;
      before = read;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    line += 1;
    return wrong('It is not UTF-8.');
  }
  if (entries === 0) return wrong('There is no entry that can be checked.');
  if (expectedHead !== undefined && before.hash !== expectedHead) {
    return wrong(
      `It ends at entry ${before.seq} with another hash than the one given: entries after it are missing, or it is of another log.`,
    );
  }
  return { isRight: true, entries, firstSeq, lastHash: before.hash };
}

/** The line where it is letter for letter what the console would write for it. */
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

// Only at line feeds: node's readline takes a carriage return for the end of a line as well.
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
