import 'server-only';
import { inArray } from 'drizzle-orm';
import { describeFileList } from '@/lib/proof/statements/attachments';
import { database } from '@/lib/server/database/client';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { type BodyChange, findBodyChanges } from '@/lib/withdrawals/body-changes';

type Version = Pick<typeof requestVersions.$inferSelect, 'body' | 'note' | 'attachments'>;

/** Reads what two versions are compared by, of every version of these requests. */
export function selectVersions(requestIds: readonly string[]) {
  const { requestId, version, body, note, attachments } = requestVersions;
  return database()
    .select({ requestId, version, body, note, attachments })
    .from(requestVersions)
    .where(inArray(requestId, [...requestIds]));
}

/** Lists what differs between two versions: members of the body, the note, and the files. */
export function findVersionChanges(before: Version, after: Version): BodyChange[] {
  const fields = findBodyChanges(parseWithdrawalBody(before.body), parseWithdrawalBody(after.body));
  if (before.note !== after.note)
    fields.push({ field: 'note', before: before.note || null, after: after.note || null });
  const [filesBefore, filesNow] = [before, after].map(({ attachments }) => describeFileList(attachments));
  if (filesBefore !== filesNow)
    fields.push({ field: 'attachments', before: filesBefore ?? null, after: filesNow ?? null });
  return fields;
}
