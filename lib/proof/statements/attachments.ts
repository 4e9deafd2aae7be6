/**
 * The list of files under a version of a request. Its canonical text is stored with the version, and its SHA-256 is the
 * member `attachments` of what requester and approvers sign: names, sizes and hashes, in order, and not the bytes.
 */
import { parseJson } from '@/lib/text/parse-json';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import {
  ATTACHMENT_TYPES,
  type ListedFile,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENT_NAME,
  MAX_ATTACHMENTS,
} from '@/lib/attachments/limits';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { hashSchema, signedText } from '@/lib/proof/statement';
import { ok, type Result } from '@/lib/result';

const fileSchema = z.strictObject({
  name: signedText(MAX_ATTACHMENT_NAME),
  sha256: hashSchema,
  size: z.int().min(1).max(MAX_ATTACHMENT_BYTES),
  type: z.enum(ATTACHMENT_TYPES),
}) satisfies z.ZodType<ListedFile>;
const listSchema = z.array(fileSchema).min(1).max(MAX_ATTACHMENTS);

/** Writes the canonical text of a list of one to five files. */
export function writeAttachmentList(files: readonly ListedFile[]): string {
  return canonicalize(listSchema.parse(files)) ?? '';
}

/** Reads what `writeAttachmentList` wrote; refuses every other text. */
export function readAttachmentList(text: string): Result<ListedFile[], Refusal> {
  const list = listSchema.safeParse(parseJson(text));
  return list.success && canonicalize(list.data) === text ? ok(list.data) : refuse('attachments-malformed');
}

/** Describes a stored list of files in one line, each with the beginning of its hash; null for none. */
export function describeFileList(list: string | null | undefined): string | null {
  if (!list) return null;
  const files = readAttachmentList(list);
  if (!files.ok) return files.error.sentence;
  return files.value.map(({ name, sha256 }) => `${name} (${sha256.slice(0, 12)})`).join(', ');
}
