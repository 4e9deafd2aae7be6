import 'server-only';
import { z } from 'zod';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit } from '@/lib/server/database/append-audit';
import type { Transaction } from '@/lib/server/database/client';
import type { CheckedItem, CreateBatchFailure } from '@/lib/requests/contract';
import { checkItems, parseItems, planItems, type SoundItem } from '@/lib/server/requests/groups/check-batch';
import { hashGroup } from '@/lib/server/requests/groups/load';
import { tellProgress } from '@/lib/server/requests/groups/progress';
import { findMadeGroup, memberKey, saveGroup, savingGroup } from '@/lib/server/requests/groups/save';
import { findTransfersWithReferences } from '@/lib/server/mirror/find-by-reference';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { createDenialReason } from '@/lib/server/requests/create';
import { toStoredBytes } from '@/lib/server/requests/plan';
import { wake } from '@/lib/server/workers/loop';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { toWithdrawalBody } from '@/lib/withdrawals/body';

const batchSchema = z.strictObject({
  batchKey: z.uuid({ version: 'v4' }),
  name: z
    .string()
    .trim()
    .min(1, 'Give the batch a name.')
    .max(120, 'A name has at most 120 characters.')
    .refine((name) => findHiddenCharacter(name) === undefined, 'The name has a character in it that cannot be seen.'),
  items: z.unknown(),
});

interface Batch {
  batchKey: string;
  name: string;
  items: unknown[];
}

/**
 * Saves up to 1,000 requests as one batch, all or none; takes what the browser sent, unchecked. Each is checked as a
 * request by itself is, and is one afterwards. The same key with the same items gives the same batch.
 */
export async function createBatch(input: unknown): Promise<Result<{ groupId: string }, CreateBatchFailure>> {
  const requester = await authorize('makeWithdrawal', { limit: 'bulk' });
  if (!requester.ok) return requester;
  const given = batchSchema.safeParse(input);
  if (!given.success)
    return fail({ kind: 'unreadable', reason: given.error.issues[0]?.message ?? 'This batch cannot be read.' });
  const items = parseItems(given.data.items);
  if (!items.ok) return items;
  const batch = { ...given.data, items: items.value };
  const before = await findSubmitted(batch, requester.value.id);
  if (before) return before;

  const tell = (done: number) => tellProgress(batch.batchKey, requester.value.id, { done, of: batch.items.length });
  await tell(0);
  const { checked, sound } = await checkItems(batch.items, batch.batchKey, tell);
  if (sound.length < batch.items.length) return fail({ kind: 'invalid', items: listErrors(checked) });
  await tell(batch.items.length);
  const made = await savingGroup((transaction) => saveBatch(transaction, batch, sound, requester.value));
  if (made?.ok) wake('send');
  if (made) return made;
  // Somebody was faster with the same key, or with one of the references, which the same check now finds.
  const meanwhile = await findSubmitted(batch, requester.value.id);
  return (
    meanwhile ?? fail({ kind: 'invalid', items: listErrors((await checkItems(batch.items, batch.batchKey)).checked) })
  );
}

async function saveBatch(
  transaction: Transaction,
  { batchKey, name }: Batch,
  sound: readonly SoundItem[],
  requester: Person,
): Promise<Result<{ groupId: string }, CreateBatchFailure>> {
  const denial = await createDenialReason(transaction, requester);
  if (denial) return fail(denial);
  // Once more: the copy of transfers may have learned of one since the items were checked.
  const transfers = await findTransfersWithReferences(
    transaction,
    sound.map(({ body }) => body.ref_id),
  );
  if (transfers.size > 0) {
    const taken = sound.filter(({ body }) => transfers.has(body.ref_id));
    return fail({
      kind: 'invalid',
      items: taken.map(({ index }) => ({
        index,
        path: 'referenceId',
        message: 'A transfer at the service has this reference.',
      })),
    });
  }
  const { plans, refused } = await planItems(transaction, sound, requester.id);
  if (refused.length > 0) {
    const items = refused.map(({ index, issue: { path, message } }) => ({ index, path, message }));
    const entry = {
      actor: { id: requester.id, name: requester.name },
      subject: `person:${requester.id}`,
      origin: requester.origin,
    };
    await appendAudit(transaction, {
      action: 'request.refused',
      ...entry,
      after: { batch: name, items: sound.length },
      reason: items[0]?.message ?? '',
    });
    return fail({ kind: 'invalid', items });
  }
  const members = plans.map((plan, place) => {
    const item = sound[place];
    if (!item) throw new Error('a plan without its item');
    return { plan, formKey: item.formKey, body: item.body, note: item.form.note };
  });
  const { groupId } = await saveGroup(transaction, { kind: 'batch', name, groupKey: batchKey, requester, members });
  return ok({ groupId });
}

function listErrors(checked: readonly CheckedItem[]): { index: number; path: string; message: string }[] {
  return checked.flatMap(({ index, issues }) =>
    issues.filter(({ level }) => level === 'error').map(({ path, message }) => ({ index, path, message })),
  );
}

/** What a key that was used before led to; undefined where it was not. */
async function findSubmitted(
  { batchKey, items }: Batch,
  requesterId: string,
): Promise<Result<{ groupId: string }, CreateBatchFailure> | undefined> {
  const made = await findMadeGroup(batchKey);
  if (!made) return undefined;
  if (made.requesterId !== requesterId)
    return fail({ kind: 'unreadable', reason: 'The key of this batch is used already. Load the page again.' });
  const forms = items.map((item) => withdrawalFormSchema.safeParse(item));
  const hashes = forms.map((form, index) =>
    form.success
      ? toStoredBytes(toWithdrawalBody({ formKey: memberKey(batchKey, index), form: form.data })).bodySha256
      : '',
  );
  return made.sha256 === hashGroup('batch', hashes)
    ? ok({ groupId: made.groupId })
    : fail({ kind: 'already-submitted', groupId: made.groupId });
}
