import 'server-only';
import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { StoredFile } from '@/lib/attachments/contract';
import { writeAttachmentList } from '@/lib/proof/statements/attachments';
import { fail, ok, type Result } from '@/lib/result';
import type { Person } from '@/lib/server/auth/sessions';
import { attachments, requestAttachments } from '@/lib/server/database/schema/attachments';
import type { Transaction } from '@/lib/server/database/client';

/** The files of a version: the list as it is stored and signed (null for none), and which files they are. */
export interface BoundFiles {
  list: string | null;
  ids: readonly string[];
}

/**
 * Finds the files that a person wants under a version and locks them until the transaction ends, so that no sweep takes
 * one away. They are whole and the person's own.
 */
export async function lockFiles(
  transaction: Transaction,
  person: Pick<Person, 'id'>,
  ids: readonly string[],
): Promise<Result<BoundFiles, { kind: 'not-now'; reason: string }>> {
  if (ids.length === 0) return ok({ list: null, ids });
  const rows = await transaction
    .select({
      id: attachments.id,
      personId: attachments.personId,
      name: attachments.name,
      type: attachments.type,
      size: attachments.size,
      sha256: attachments.sha256,
      marks: attachments.marks,
    })
    .from(attachments)
    .where(inArray(attachments.id, [...ids]))
    .for('key share');
  const files = ids.flatMap((id): StoredFile[] => {
    const row = rows.find((one) => one.id === id && one.personId === person.id);
    if (!row || row.size === null || row.sha256 === null) return [];
    return [{ id, name: row.name, type: row.type, size: row.size, sha256: row.sha256, marks: row.marks }];
  });
  if (files.length < ids.length) return fail({ kind: 'not-now', reason: GONE });
  if (new Set(files.map(({ sha256 }) => sha256)).size < files.length) return fail({ kind: 'not-now', reason: TWICE });
  return ok({
    list: writeAttachmentList(files.map(({ name, sha256, size, type }) => ({ name, sha256, size, type }))),
    ids,
  });
}

const GONE = 'A file that you attached is not stored any more. Remove it, and attach it again.';
const TWICE = 'A file is attached twice. Remove one of the two.';

/** Saves which files a version has, after the version itself. */
export async function saveFiles(
  transaction: Transaction,
  version: { requestId: string; version: number },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .insert(requestAttachments)
    .values(ids.map((attachmentId, index) => ({ ...version, attachmentId, position: index + 1 })));
}

/** Describes the list of a version for the audit log: the files, and the hash that decisions are about. */
export function describeFiles(list: string | null | undefined): { attachments?: unknown; attachmentsSha256?: string } {
  return list ? { attachments: JSON.parse(list), ...hashFiles(list) } : {};
}

/** Gives the SHA-256 of the list of a version as a member of audit entries and statements; nothing without files. */
export function hashFiles(list: string | null | undefined): { attachmentsSha256?: string } {
  return list ? { attachmentsSha256: createHash('sha256').update(list).digest('hex') } : {};
}
