import 'server-only';
import { readAttachmentList } from '@/lib/proof/statements/attachments';
import { hashChunks, selectAttachments } from '@/lib/server/attachments/read';
import type { Transaction } from '@/lib/server/database/client';

/** A version with its list of files as stored. */
interface ListedVersion {
  requestId: string;
  version: number;
  attachments: string | null;
}

/**
 * Explains, inside the claim, that the files under a version are not those of its list, to the byte; undefined where
 * they are. What the list says is compared with what was signed and audited elsewhere.
 */
export async function findChangedFile(
  transaction: Transaction,
  { requestId, version, attachments }: ListedVersion,
): Promise<string | undefined> {
  const files = await selectAttachments(transaction, { requestId, version });
  const list = attachments === null ? [] : readAttachmentList(attachments);
  const listed = Array.isArray(list) ? list : list.ok ? list.value : undefined;
  if (!listed) return 'The list of attachments of the stored request cannot be read.';
  if (listed.length !== files.length) return 'The stored request has other attachments than its list.';
  for (const [index, { id, name, type, size, sha256 }] of files.entries()) {
    const said = listed[index];
    const isSame = said?.name === name && said.type === type && said.size === size && said.sha256 === sha256;
    if (!isSame || (await hashChunks(transaction, id)) !== sha256)
      return `Attachment ${index + 1} of the stored request is not the file that was attached.`;
  }
  return undefined;
}
