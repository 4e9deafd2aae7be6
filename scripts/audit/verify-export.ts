import {
  type ChainLink,
  type KnownHead,
  type Lines,
  type LinesResult,
  readLastLink,
  verifyLines,
} from '@/scripts/audit/verify-lines';

/** Result of verifying exports of the audit log. `line` counts from 1 within the file, `file` from 0. */
export type Verification =
  | { isValid: true; entries: number; firstSeq: number; lastSeq: number; lastHash: string }
  | { isValid: false; entries: number; file: number; line: number; reason: string };

interface Options {
  heads?: readonly KnownHead[];
  /** Verifies some lines, here by default; `createVerifiers` does so in threads. */
  verify?: (lines: Lines) => LinesResult | Promise<LinesResult>;
}

// Lines that are being verified, and as many again that were read meanwhile.
const MAX_PENDING = 8;
const LINE_FEED = 10;

/** Reads a head as the command line gives it: SEQ:HASH or HASH; undefined where it is neither. */
export function readHead(text: string): KnownHead | undefined {
  const [, seq, hash] = /^(?:([1-9]\d{0,14}):)?([0-9a-f]{12,64})$/.exec(text) ?? [];
  if (hash === undefined) return undefined;
  return seq === undefined ? { hash } : { seq: Number(seq), hash };
}

/** Verifies one export (`verifyExports`). */
export async function verifyExport(
  bytes: AsyncIterable<Uint8Array>,
  heads: readonly KnownHead[] = [],
): Promise<Verification> {
  return verifyExports([bytes], { heads });
}

/**
 * Verifies exports that continue each other, oldest first: every line (`verifyLines`), that each
 * file begins where the one before ends, and that the chain contains the given heads. Holds a few megabytes of lines.
 */
export async function verifyExports(
  files: readonly AsyncIterable<Uint8Array>[],
  { heads = [], verify = verifyLines }: Options = {},
): Promise<Verification> {
  const tally = createTally();
  // Each with the claimed entry before it, which its own lines have to prove: so they can be verified side by side.
  const pending: { file: number; result: LinesResult | Promise<LinesResult> }[] = [];
  let before: ChainLink | undefined;
  for (const [file, bytes] of files.entries())
    for await (const block of readBlocks(bytes)) {
      const claimed = readLastLink(block);
      const result = verify({ bytes: block, before, heads });
      pending.push({ file, result });
      before = claimed;
      const oldest = pending.length === MAX_PENDING ? pending.shift() : undefined;
      const failed = oldest && tally.add(oldest.file, await oldest.result);
      if (failed) return failed;
    }
  for (const { file, result } of pending) {
    const failed = tally.add(file, await result);
    if (failed) return failed;
  }
  return tally.end(heads);
}

/** Adds up the results of lines in their order. */
function createTally() {
  let [lines, entries, firstSeq, inFile] = [0, 0, 0, 0];
  let last: ChainLink = { seq: 0, hash: '' };
  return {
    /** Adds a result; gives the verification where it ends there. */
    add(file: number, result: LinesResult): Verification | undefined {
      if (file !== inFile) [inFile, lines] = [file, 0];
      entries += result.entries;
      if (!result.isValid) return { isValid: false, entries, file, line: lines + result.line, reason: result.reason };
      lines += result.lines;
      firstSeq ||= result.firstSeq;
      last = result.last;
      return undefined;
    },
    end(heads: readonly KnownHead[]): Verification {
      const invalid = (reason: string): Verification => ({
        isValid: false,
        entries,
        file: inFile,
        line: lines,
        reason,
      });
      if (entries === 0) return invalid('The file has no entry that can be checked.');
      const absent = heads.find((head) => !isContained(head, { firstSeq, last }));
      if (absent) return invalid(explainAbsent(absent, { firstSeq, last }));
      return { isValid: true, entries, firstSeq, lastSeq: last.seq, lastHash: last.hash };
    },
  };
}

interface Extent {
  firstSeq: number;
  last: ChainLink;
}

/** Returns whether a head lies within files whose entries were each compared with it, or directly before them. */
function isContained({ seq, hash }: KnownHead, { firstSeq, last }: Extent): boolean {
  if (seq === undefined) return last.hash.startsWith(hash);
  const isStart = seq === firstSeq - 1 && hash.length === last.hash.length;
  return isStart || (firstSeq <= seq && seq <= last.seq);
}

function explainAbsent({ seq }: KnownHead, { firstSeq, last }: Extent): string {
  if (seq !== undefined && seq < firstSeq)
    return `The file begins at entry ${firstSeq}, after the given head of entry ${seq}.`;
  const end = `The file ends at entry ${last.seq}`;
  return seq === undefined
    ? `${end}, whose hash differs from the given one: later entries are missing, or the file is from another log.`
    : `${end}, before the given head of entry ${seq}: later entries are missing.`;
}

/** Reads whole lines, as many as came together. */
async function* readBlocks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      yield rest.length === 0 ? chunk.subarray(0, end) : Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [];
    }
    if (end < chunk.length) rest.push(chunk.subarray(end));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
