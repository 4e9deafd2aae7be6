import 'server-only';
import { z } from 'zod';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { countRows } from '@/lib/http/rate-limits';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import type { CheckedItem, CreateBatchFailure } from '@/lib/requests/contract';
import { buildBody } from '@/lib/server/requests/creation/build-body';
import { checkItems, parseItems, planItems, type ValidItem } from '@/lib/server/requests/bundles/check-batch';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import { saveBatchProgress } from '@/lib/server/requests/bundles/progress';
import { findBundleByKey, memberKey, saveBundle } from '@/lib/server/requests/bundles/save';
import { mayLearnOwner } from '@/lib/server/requests/creation/taken-reference';
import { findTransfersInAnyCase } from '@/lib/server/mirror/search/find-by-reference';
import { type Signature, signatureSchema } from '@/lib/server/passkeys/decisions';
import { authorize } from '@/lib/server/auth/authorize';
import { oneAtATime } from '@/lib/server/auth/one-at-a-time';
import type { Person } from '@/lib/server/auth/sessions';
import { toStoredBytes } from '@/lib/server/requests/creation/plan';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { theService } from '@/lib/text/service-name';
import { submitOnce, auditRefusal, type Submitted } from '@/lib/server/requests/creation/creation';

const batchSchema = z.strictObject({
  batchKey: z.uuid({ version: 'v4' }),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name for the batch.')
    .max(120, 'A name has at most 120 characters.')
    .refine((name) => findHiddenCharacter(name) === undefined, 'The name contains an invisible character.'),
  items: z.unknown(),
  signature: signatureSchema.optional(),
});

interface Batch {
  batchKey: string;
  name: string;
  items: unknown[];
  signature?: Signature | undefined;
}

/**
 * Creates a batch of up to 1,000 requests from unchecked input of the browser: all of them or none. Each item is
 * checked like a single request and is one afterwards. The same key with the same items gives the same batch.
 */
export async function createBatch(
  input: unknown,
): Promise<Result<{ bundleId: string }, CreateBatchFailure | Unsigned>> {
  const requester = await authorize('makeWithdrawal', {
    limit: 'rows',
    times: countRows((input as { items?: unknown } | null | undefined)?.items),
  });
  if (!requester.ok) return requester;
  const given = batchSchema.safeParse(input);
  if (!given.success)
    return fail({
      kind: 'unreadable',
      reason: given.error.issues[0]?.message ?? 'The console could not read this batch.',
    });
  const items = parseItems(given.data.items);
  if (!items.ok) return items;
  const batch = { ...given.data, items: items.value };
  const submitted: Submitted<readonly ValidItem[], { bundleId: string }, CreateBatchFailure | Unsigned> = {
    requester: requester.value,
    findEarlier: () => findEarlierBatch(batch, requester.value.id),
    check: () => checkBatchItems(batch, requester.value),
    save: (transaction, valid) => saveBatch(transaction, batch, valid, requester.value),
    // Another request has one of the references, which the same check now finds.
    explainConflict: async () => {
      const checked = await checkItems(requester.value, batch);
      return checked.ok ? { kind: 'invalid', items: listErrors(checked.value.checked) } : checked.error;
    },
  };
  return oneAtATime(requester.value, () => submitOnce(submitted), { mayQueue: true });
}

/** Checks every item outside of any transaction, and records how far the check is for the page that waits. */
async function checkBatchItems(
  { batchKey, items }: Batch,
  requester: Person,
): Promise<Result<readonly ValidItem[], CreateBatchFailure>> {
  const onProgress = (done: number) => saveBatchProgress(batchKey, requester.id, { done, total: items.length });
  await onProgress(0);
  const outcome = await checkItems(requester, { items, batchKey, onProgress });
  if (!outcome.ok) return outcome;
  const { checked, valid } = outcome.value;
  if (valid.length < items.length) return fail({ kind: 'invalid', items: listErrors(checked) });
  await onProgress(items.length);
  return ok(valid);
}

async function saveBatch(
  transaction: Transaction,
  { batchKey, name, signature }: Batch,
  valid: readonly ValidItem[],
  requester: Person,
): Promise<Result<{ bundleId: string }, CreateBatchFailure | Unsigned>> {
  // The transfer sync may have found a transfer since the items were checked.
  const transfers = await findTransfersInAnyCase(
    transaction,
    valid.map(({ body }) => body.ref_id),
  );
  if (transfers.size > 0) {
    // The same check then finds these references, and counts them.
    if (!mayLearnOwner(requester)) transaction.rollback();
    const taken = valid.filter(({ body }) => transfers.has(body.ref_id));
    return fail({
      kind: 'invalid',
      items: taken.map(({ index }) => ({
        index,
        path: 'referenceId',
        message: `A transfer at ${theService()} already has this reference.`,
      })),
    });
  }
  const { plans, refused } = await planItems(transaction, valid, { requesterId: requester.id, isSaving: true });
  if (refused.length > 0) {
    const items = refused.map(({ index, issue: { path, message } }) => ({ index, path, message }));
    const after = { batch: name, items: valid.length };
    await auditRefusal(transaction, requester, { after, reason: items[0]?.message ?? '' });
    return fail({ kind: 'invalid', items });
  }
  const members = plans.map((plan, place) => {
    const item = valid[place];
    if (!item) throw new Error('a plan has no item');
    return { plan, formKey: item.formKey, body: item.body, note: item.form.note };
  });
  const bundle = { kind: 'batch', name, bundleKey: batchKey } as const;
  const saved = await saveBundle(transaction, { ...bundle, requester, members, signature });
  return saved.ok ? ok({ bundleId: saved.value.bundleId }) : saved;
}

function listErrors(checked: readonly CheckedItem[]): { index: number; path: string; message: string }[] {
  return checked.flatMap(({ index, issues }) =>
    issues.filter(({ level }) => level === 'error').map(({ path, message }) => ({ index, path, message })),
  );
}

/** Finds the outcome of an earlier submission with the same key; undefined where there is none. */
async function findEarlierBatch(
  { batchKey, items }: Batch,
  requesterId: string,
): Promise<Result<{ bundleId: string }, CreateBatchFailure> | undefined> {
  const earlier = await findBundleByKey(batchKey);
  if (!earlier) return undefined;
  if (earlier.requesterId !== requesterId)
    return fail({ kind: 'unreadable', reason: 'The key of this batch is already in use. Reload the page.' });
  const forms = items.map((item) => withdrawalFormSchema.safeParse(item));
  const hashes = forms.map((form, index) =>
    form.success ? toStoredBytes(buildBody({ formKey: memberKey(batchKey, index), form: form.data })).bodySha256 : '',
  );
  return earlier.sha256 === hashBundle('batch', hashes)
    ? ok({ bundleId: earlier.bundleId })
    : fail({ kind: 'already-submitted', bundleId: earlier.bundleId });
}
