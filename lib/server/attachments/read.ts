import 'server-only';
import { createHash } from 'node:crypto';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { AttachmentView } from '@/lib/attachments/contract';
import type { Reader } from '@/lib/identity/reader';
import type { Denial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { fromRequests } from '@/lib/server/database/from-requests';
import { auditAction } from '@/lib/server/database/append-audit';
import { attachmentChunks, attachments, requestAttachments } from '@/lib/server/database/schema/attachments';
import { database, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { UUID } from '@/lib/text/uuid';

/** Reads the files of a version in the order of its list. The caller may read the request. */
export async function selectAttachments(
  from: Pick<Transaction, 'select'>,
  { requestId, version }: { requestId: string; version: number },
): Promise<AttachmentView[]> {
  const rows = await from
    .select({
      id: attachments.id,
      name: attachments.name,
      type: attachments.type,
      size: attachments.size,
      sha256: attachments.sha256,
      marks: attachments.marks,
      personName: personLabel(),
      at: attachments.at,
    })
    .from(requestAttachments)
    .innerJoin(attachments, eq(attachments.id, requestAttachments.attachmentId))
    .innerJoin(people, eq(people.id, attachments.personId))
    .where(and(eq(requestAttachments.requestId, requestId), eq(requestAttachments.version, version)))
    .orderBy(asc(requestAttachments.position));
  return rows.map(({ size, sha256, at, ...row }) => ({
    ...row,
    size: size ?? 0,
    sha256: sha256 ?? '',
    at: at.toISOString(),
  }));
}

/** A file to download. */
interface AttachmentDownload {
  stream: ReadableStream<Uint8Array>;
  name: string;
  type: string;
  size: number;
}

type DownloadFailure = Denial | { kind: 'not-found' } | { kind: 'failed'; status: 409; explanation: Explanation };

/**
 * Opens a file of a request, of any of its versions, for a person who may read the request, and writes an audit entry.
 * Hashes the stored bytes first: a file that is not the one that was attached is not given out.
 */
export async function downloadAttachment(
  requestId: string,
  attachmentId: string,
): Promise<Result<AttachmentDownload, DownloadFailure>> {
  const person = await authorize('readWithdrawals', { limit: 'download' });
  if (!person.ok) return person;
  const file = await findFile(person.value, requestId, attachmentId);
  if (!file) return fail({ kind: 'not-found' });
  const { name, type, size, sha256 } = file;
  if ((await hashChunks(database(), attachmentId)) !== sha256) return fail(OTHER_BYTES);
  const after = { attachmentId, name, sha256 };
  await auditAction(person.value, { action: 'attachment.downloaded', subject: `request:${requestId}`, after });
  return ok({ stream: streamChunks(attachmentId), name, type, size: size ?? 0 });
}

/** Finds a file of any version of a request that the reader may see; undefined where there is none. */
export async function findFile(reader: Reader, requestId: string, attachmentId: string) {
  if (!UUID.test(requestId) || !UUID.test(attachmentId)) return undefined;
  const { name, type, size, sha256 } = attachments;
  // The version that counts says who may see the request, with all that it ever had.
  const [file] = await fromRequests(database(), { name, type, size, sha256 }, reader)
    .innerJoin(requestAttachments, eq(requestAttachments.requestId, withdrawalRequests.id))
    .innerJoin(attachments, eq(attachments.id, requestAttachments.attachmentId))
    .where(and(eq(withdrawalRequests.id, requestId), eq(requestAttachments.attachmentId, attachmentId)))
    .limit(1);
  return file;
}

const OTHER_BYTES = {
  kind: 'failed',
  status: 409,
  explanation: {
    title: 'The stored file is not the one that was attached',
    detail: 'Its bytes do not have the hash in the request. A request with it is not sent.',
    next: 'Tell an administrator.',
  },
} as const;

/** Gives the SHA-256 of the stored bytes of a file, in hexadecimal digits; a megabyte at a time. */
export async function hashChunks(from: Pick<Transaction, 'select'>, attachmentId: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of readChunks(from, attachmentId)) hash.update(bytes);
  return hash.digest('hex');
}

function streamChunks(attachmentId: string): ReadableStream<Uint8Array> {
  const chunks = readChunks(database(), attachmentId);
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

const CHUNKS_AT_ONCE = 4;

/** Gives the stored bytes of a file, a megabyte at a time. */
export async function* readChunks(from: Pick<Transaction, 'select'>, attachmentId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += CHUNKS_AT_ONCE) {
    const rows = await from
      .select({ bytes: attachmentChunks.bytes })
      .from(attachmentChunks)
      .where(
        and(
          eq(attachmentChunks.attachmentId, attachmentId),
          gte(attachmentChunks.position, position),
          lt(attachmentChunks.position, position + CHUNKS_AT_ONCE),
        ),
      )
      .orderBy(asc(attachmentChunks.position));
    for (const { bytes } of rows) yield bytes;
    if (rows.length < CHUNKS_AT_ONCE) return;
  }
}
