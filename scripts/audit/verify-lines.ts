import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { type AuditLine, CHAIN_START, hashedText } from '@/lib/audit/audit-log';
import { isTied } from '@/lib/audit/write-entry';

/** Entry of the chain that another one continues, or that was seen elsewhere. */
export interface ChainLink {
  seq: number;
  hash: string;
}

/**
 * Head of the chain as it was seen outside of the database: in a log line, a metric or on the page. `hash` may be only
 * its beginning, of at least 12 digits; without `seq` it is the head at the end of the file.
 */
export interface KnownHead {
  seq?: number;
  hash: string;
}

/** Lines of an export to verify: whole lines, the entry before them where it was read, and the given heads. */
export interface Lines {
  bytes: Uint8Array;
  before: ChainLink | undefined;
  heads: readonly KnownHead[];
}

/** Result of verifying lines. `line` counts from 1 within them; `entries` are those that could be checked. */
export type LinesResult =
  | { isValid: true; lines: number; entries: number; firstSeq: number; last: ChainLink }
  | { isValid: false; line: number; entries: number; reason: string };

const WHOLE_HASH = 64;
const LINE_FEED = 10;

/**
 * Verifies lines that follow each other: the exact form of each, consecutive numbers, every hash over the one before,
 * columns that say what the entry says, and the given heads. Without `before`, the first entry is taken as given unless
 * it is the first of all or a whole hash of the entry before it is among the heads.
 */
export function verifyLines({ bytes, before: given, heads }: Lines): LinesResult {
  let [line, entries, firstSeq] = [0, 0, 0];
  let before = given;
  const invalid = (reason: string): LinesResult => ({ isValid: false, line, entries, reason });
  for (const text of splitLines(bytes)) {
    line += 1;
    if (text === undefined) return invalid('The line is not UTF-8.');
    const read = readLine(text);
    if (read === undefined) return invalid('The console does not write lines of this form.');
    before ??= findStart(read, heads);
    firstSeq ||= read.seq;
    if (before && read.seq !== before.seq + 1)
      return invalid(`The entry has number ${read.seq}; number ${before.seq + 1} was expected.`);
    if (before && hash('sha256', hashedText(before.hash, read)) !== read.hash)
      return invalid(`Entry ${read.seq} or the entry before it was changed.`);
    if (read.columns && !isTied(read.columns, read.entry))
      return invalid(`The stored columns of entry ${read.seq} differ from the entry itself.`);
    const missed = heads.find((head) => head.seq === read.seq && !read.hash.startsWith(head.hash));
    if (missed) return invalid(`Entry ${read.seq} has another hash than the given head: the log was rewritten.`);
    if (before) entries += 1;
    before = read;
  }
  const last = { seq: before?.seq ?? 0, hash: before?.hash ?? '' };
  return { isValid: true, lines: line, entries, firstSeq, last };
}

/** Finds the entry that the first one of a file continues; undefined where nobody knows it. */
function findStart({ seq }: AuditLine, heads: readonly KnownHead[]): ChainLink | undefined {
  if (seq === 1) return { seq: 0, hash: CHAIN_START };
  const known = heads.find((head) => head.seq === seq - 1 && head.hash.length === WHOLE_HASH);
  return known && { seq: seq - 1, hash: known.hash };
}

/** Reads number and hash of the last of these lines; zero and an empty text where it has another form. */
export function readLastLink(bytes: Uint8Array): ChainLink {
  const end = bytes.at(-1) === LINE_FEED ? bytes.length - 1 : bytes.length;
  const start = bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
  const read = readLine(Buffer.from(bytes.subarray(start, end)).toString('utf8'));
  return { seq: read?.seq ?? 0, hash: read?.hash ?? '' };
}

/** Parses a line if it is exactly what the console writes for its entry. */
function readLine(text: string): AuditLine | undefined {
  const read = parse(text);
  if (!isRecord(read)) return undefined;
  const { seq, at, entry, hash: own, columns } = read;
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) return undefined;
  if (typeof at !== 'string' || typeof entry !== 'string' || typeof own !== 'string') return undefined;
  const line: AuditLine = { seq, at, entry, hash: own };
  if (columns !== undefined) {
    if (!isRecord(columns)) return undefined;
    const { action, actorId, subject } = columns;
    if (typeof action !== 'string' || typeof subject !== 'string') return undefined;
    if (actorId !== null && typeof actorId !== 'string') return undefined;
    line.columns = { action, actorId, subject };
  }
  // Members that the console does not write, and members in another order, differ here.
  return JSON.stringify(line) === text ? line : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Splits bytes at line feeds; undefined in place of a line that is not UTF-8. Bytes, since a line of ASCII alone is
 * then a text of one byte a character, which is parsed and hashed in half the time.
 */
function splitLines(bytes: Uint8Array): (string | undefined)[] {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isReadable = isUtf8(block);
  const lines: (string | undefined)[] = [];
  for (let start = 0; start < block.length;) {
    const found = block.indexOf(LINE_FEED, start);
    const end = found === -1 ? block.length : found;
    lines.push(isReadable || isUtf8(block.subarray(start, end)) ? block.toString('utf8', start, end) : undefined);
    start = end + 1;
  }
  return lines;
}
