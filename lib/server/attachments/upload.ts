/**
 * Takes one uploaded file: reads it as it comes, in chunks of 256 kB that are stored at once, so that memory does not
 * grow with its size and no connection of the pool waits for a slow sender.
 *
 * - What counts is the content: its type, its size and its hash are found here, whatever the browser says.
 * - Then a thread decodes pictures and looks through PDFs (lib/server/attachments/inspect.ts).
 * - A file counts once its size and hash are in its row. What broke off before is deleted, at once or by the sweep.
 * - A file belongs to the person who uploaded it until one of their requests has it.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import { and, desc, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import { TOO_LARGE, type StoredFile, type UploadFailure } from '@/lib/attachments/contract';
import { detectType, isWhole, TAIL_BYTES } from '@/lib/attachments/detect-type';
import { cleanFileName } from '@/lib/attachments/file-name';
import { type AttachmentType, MAX_ATTACHMENT_BYTES } from '@/lib/attachments/limits';
import { fail, ok, type Result } from '@/lib/result';
import { inspectFile } from '@/lib/server/attachments/inspect';
import { readChunks } from '@/lib/server/attachments/read';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { attachmentChunks, attachments, requestAttachments } from '@/lib/server/database/schema/attachments';
import { database, inTransaction } from '@/lib/server/database/client';

const CHUNK_BYTES = 256 * 1024;
/** Files that a person has uploaded and no request has: more than a form takes, and few enough to store. */
const MAX_UNUSED = 20;

/**
 * Stores a file of the signed-in person that no request has yet. `givenName` is percent-encoded, as the browser sends
 * it.
 */
export async function uploadAttachment(
  givenName: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<Result<StoredFile, UploadFailure>> {
  const person = await authorize('makeWithdrawal', { limit: 'upload' });
  if (!person.ok) return person;
  const chunks = splitIntoChunks(body);
  try {
    return await storeUpload(person.value, decodeName(givenName), chunks);
  } finally {
    // Stops reading where the rest is not wanted.
    await chunks.return(undefined);
  }
}

const invalid = (reason: string) => fail<UploadFailure>({ kind: 'invalid', reason });
const NOT_TAKEN = 'The file is no PDF, PNG or JPEG. Its content decides, not its name.';
const NOT_WHOLE =
  'The file is not whole: it does not end as a PDF, PNG or JPEG does. Save it again with the program that made it.';

async function storeUpload(
  person: Person,
  givenName: string,
  chunks: AsyncGenerator<Buffer>,
): Promise<Result<StoredFile, UploadFailure>> {
  const first = await chunks.next();
  if (first.done) return invalid('The file is empty.');
  const type = detectType(first.value);
  if (!type) return invalid(NOT_TAKEN);
  const name = cleanFileName(givenName, type);
  const [begun] = await database()
    .insert(attachments)
    .values({ personId: person.id, name, type })
    .returning({ id: attachments.id });
  if (!begun) throw new Error('no row for an upload');
  let isStored = false;
  try {
    const written = await writeChunks(begun.id, { type, first: first.value, rest: chunks });
    if (!written.ok) return written;
    const inspected = await inspectFile({ personId: person.id, type, read: () => readAll(begun.id) });
    if (!inspected.ok) return invalid(inspected.error);
    const stored = { id: begun.id, name, type, ...written.value, marks: inspected.value };
    await finish(person, stored);
    isStored = true;
    return ok(stored);
  } finally {
    if (!isStored) await database().delete(attachments).where(eq(attachments.id, begun.id));
  }
}

/** Reads a file back in one piece, once nobody else's is looked at. */
async function readAll(attachmentId: string): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const bytes of readChunks(database(), attachmentId)) parts.push(bytes);
  return Buffer.concat(parts);
}

async function writeChunks(
  attachmentId: string,
  { type, first, rest }: { type: AttachmentType; first: Buffer; rest: AsyncGenerator<Buffer> },
): Promise<Result<{ size: number; sha256: string }, UploadFailure>> {
  const hash = createHash('sha256');
  let size = 0;
  let tail: Buffer = Buffer.alloc(0);
  for (let [position, bytes] = [0, first as Buffer | undefined]; bytes; position += 1) {
    size += bytes.length;
    if (size > MAX_ATTACHMENT_BYTES) return invalid(TOO_LARGE);
    hash.update(bytes);
    tail = Buffer.concat([tail, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    await database().insert(attachmentChunks).values({ attachmentId, position, bytes });
    const next = await rest.next();
    bytes = next.done ? undefined : next.value;
  }
  return isWhole(type, tail) ? ok({ size, sha256: hash.digest('hex') }) : invalid(NOT_WHOLE);
}

/** Makes a file whole, and deletes the oldest ones of the person that no request has, beyond twenty. */
async function finish(person: Person, { id, size, sha256, marks, ...file }: StoredFile): Promise<void> {
  await inTransaction(async (transaction) => {
    await transaction
      .update(attachments)
      .set({ size, sha256, marks: [...marks] })
      .where(eq(attachments.id, id));
    const unused = transaction
      .select({ id: attachments.id })
      .from(attachments)
      // Not those that arrive at this moment.
      .where(and(eq(attachments.personId, person.id), isNotNull(attachments.size), isUnused()))
      .orderBy(desc(attachments.at), attachments.id)
      .offset(MAX_UNUSED);
    await transaction.delete(attachments).where(sql`${attachments.id} in (${unused})`);
    await appendAudit(transaction, {
      action: 'attachment.uploaded',
      ...actedBy(person),
      subject: `person:${person.id}`,
      after: { attachmentId: id, ...file, size, sha256, ...(marks.length > 0 && { marks }) },
    });
  });
}

/** Gives the condition that no request has a file. */
export function isUnused() {
  return notExists(
    database()
      .select({ id: requestAttachments.attachmentId })
      .from(requestAttachments)
      .where(eq(requestAttachments.attachmentId, attachments.id)),
  );
}

/** Gives the bytes of a stream in chunks of 256 kB; only the last is smaller. Holds one chunk at a time. */
async function* splitIntoChunks(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Buffer> {
  const reader = body?.getReader();
  let parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      let { value } = read;
      while (length + value.length >= CHUNK_BYTES) {
        const taken = CHUNK_BYTES - length;
        yield Buffer.concat([...parts, value.subarray(0, taken)]);
        [parts, length, value] = [[], 0, value.subarray(taken)];
      }
      if (value.length > 0) parts.push(value);
      length += value.length;
    }
    if (length > 0) yield Buffer.concat(parts);
  } finally {
    await reader?.cancel();
  }
}

function decodeName(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
