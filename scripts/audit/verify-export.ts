import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AuditLine, CHAIN_START, hashedText } from '@/lib/audit/audit-log';
import { isTied } from '@/lib/audit/write-entry';

/** Result of verifying an export of the audit log. `line` counts from 1. */
export type Verification =
  | { isValid: true; entries: number; firstSeq: number; lastHash: string }
  | { isValid: false; entries: number; line: number; reason: string };

const lineSchema: z.ZodType<AuditLine> = z.strictObject({
  seq: z.number().int().positive(),
  at: z.string(),
  entry: z.string(),
  hash: z.string(),
  columns: z.strictObject({ action: z.string(), actorId: z.string().nullable(), subject: z.string() }).optional(),
});

/**
 * Head of the chain as it was seen outside of the database: in a log line, a metric or on the page. `hash` may be only
 * its beginning, of at least 12 digits; without `seq` it is the head at the end of the file.
 */
export interface KnownHead {
  seq?: number;
  hash: string;
}

/** Reads a head as the command line gives it: SEQ:HASH or HASH; undefined where it is neither. */
export function readHead(text: string): KnownHead | undefined {
  const [, seq, hash] = /^(?:([1-9]\d{0,14}):)?([0-9a-f]{12,64})$/.exec(text) ?? [];
  if (hash === undefined) return undefined;
  return seq === undefined ? { hash } : { seq: Number(seq), hash };
}

/**
 * Verifies an export line by line, with one line in memory: the exact form of every line, consecutive numbers, every
 * hash over the one before, columns that say what the entry says, and that the chain contains the given heads. If the
 * file begins later than the chain, its first entry is taken as given.
 */
export async function verifyExport(
  bytes: AsyncIterable<Uint8Array>,
  heads: readonly KnownHead[] = [],
): Promise<Verification> {
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
      if (read.columns && !isTied(read.columns, read.entry))
        return invalid(`The stored columns of entry ${read.seq} differ from the entry itself.`);
      const missed = heads.find(({ seq, hash }) => seq === read.seq && !read.hash.startsWith(hash));
      if (missed) return invalid(`Entry ${read.seq} has another hash than the given head: the log was rewritten.`);
      if (!isBase) entries += 1;
      before = read;
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    line += 1;
    return invalid('The line is not UTF-8.');
  }
  if (entries === 0) return invalid('The file has no entry that can be checked.');
  const absent = heads.find((head) => !isInFile(head, { firstSeq, last: before }));
  if (absent) return invalid(explainAbsent(absent, { firstSeq, last: before }));
  return { isValid: true, entries, firstSeq, lastHash: before.hash };
}

interface Extent {
  firstSeq: number;
  last: { seq: number; hash: string };
}

/** Returns whether a head lies within a file whose entries were each compared with it. */
function isInFile({ seq, hash }: KnownHead, { firstSeq, last }: Extent): boolean {
  return seq === undefined ? last.hash.startsWith(hash) : firstSeq <= seq && seq <= last.seq;
}

function explainAbsent({ seq }: KnownHead, { firstSeq, last }: Extent): string {
  if (seq !== undefined && seq < firstSeq)
    return `The file begins at entry ${firstSeq}, after the given head of entry ${seq}.`;
  const end = `The file ends at entry ${last.seq}`;
  return seq === undefined
    ? `${end}, whose hash differs from the given one: later entries are missing, or the file is from another log.`
    : `${end}, before the given head of entry ${seq}: later entries are missing.`;
}

/** Parses a line if it is exactly what the console writes for its entry. */
function readLine(text: string): AuditLine | undefined {
  try {
    const read = lineSchema.safeParse(JSON.parse(text));
    if (!read.success) return undefined;
    return JSON.stringify(read.data) === text ? read.data : undefined;
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
