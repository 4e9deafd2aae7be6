import { readAttachmentList } from '@/lib/proof/statements/attachments';

/** Describes a stored list of files in one line, each with the beginning of its hash; null for none. */
export function describeFileList(list: string | null | undefined): string | null {
  if (!list) return null;
  const files = readAttachmentList(list);
  if (!files.ok) return files.error.sentence;
  return files.value.map(({ name, sha256 }) => `${name} (${sha256.slice(0, 12)})`).join(', ');
}
