import 'server-only';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, fsyncSync, openSync, closeSync, renameSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import type { AuditLine } from '@/lib/audit/audit-log';
import { AUDIT_TIME_FORMAT } from '@/lib/server/database/append-audit';
import type { Range } from '@/lib/server/audit/archive-needs';

const BATCH_SIZE = 5_000;
const READ_BYTES = 1 << 20;

/** Writes the entries of a partition to a file as an export has them, and returns the hash of the last. */
export async function writeLines(
  client: Client,
  range: Range,
  { file, isCompressed }: { file: string; isCompressed: boolean },
): Promise<string> {
  let lastHash = '';
  async function* lines() {
    for await (const batch of readBatches(client, range)) {
      lastHash = batch.at(-1)?.hash ?? lastHash;
      yield batch.map((line) => `${JSON.stringify(line)}\n`).join('');
    }
  }
  await pipeline(Readable.from(lines()), isCompressed ? createGzip() : new PassThrough(), createWriteStream(file));
  return lastHash;
}

async function* readBatches(client: Client, { partition, firstSeq, lastSeq }: Range): AsyncGenerator<AuditLine[]> {
  const table = `public.${client.escapeIdentifier(partition)}`;
  for (let next = firstSeq; next <= lastSeq;) {
    const { rows } = await client.query<Omit<AuditLine, 'seq'> & { seq: string }>(
      `select seq, to_char(at at time zone 'UTC', $2) as at, entry, hash,
         json_build_object('action', action, 'actorId', actor_id, 'subject', subject) as columns
       from ${table} where seq >= $1 order by seq limit ${BATCH_SIZE}`,
      [next, AUDIT_TIME_FORMAT],
    );
    if (rows.length === 0) return;
    const lines = rows.map(({ seq, at, entry, hash, columns }) => ({ seq: Number(seq), at, entry, hash, columns }));
    yield lines;
    next = (lines.at(-1)?.seq ?? lastSeq) + 1;
  }
}

/**
 * Gives a verified file its name, once it is on the disk, and returns the SHA-256 of its bytes. Throws where a file of that
 * name has other bytes.
 */
export async function publishFile(unfinished: string, file: string): Promise<string> {
  const sha256 = await hashFile(unfinished);
  if (existsSync(file) && (await hashFile(file)) !== sha256)
    throw new Error(`${file} is there already and differs; move it away`);
  flush(unfinished);
  renameSync(unfinished, file);
  flush(path.dirname(file));
  return sha256;
}

async function hashFile(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: READ_BYTES })) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

function flush(name: string): void {
  const descriptor = openSync(name, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
