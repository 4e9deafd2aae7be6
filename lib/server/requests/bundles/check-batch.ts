import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import type { Sendable } from '@/lib/withdrawals/sendable';
import { findDuplicates, paymentKey, explainRepeat, addRepeatFinding } from '@/lib/requests/bundles/batch-repeats';
import { MAX_BATCH_ITEMS, sumByRecipient } from '@/lib/requests/bundles/batches';
import { listDeclinedBefore } from '@/lib/risk/learned-limits';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { type SheetAmounts, summarizeAmounts } from '@/lib/risk/sheet-amounts';
import { accountKey } from '@/lib/recipients/account';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import { fail, ok, type Result } from '@/lib/result';
import { readSendable } from '@/lib/server/policy/sendable';
import { database, type Transaction } from '@/lib/server/database/client';
import { buildBody } from '@/lib/server/requests/creation/build-body';
import {
  CANNOT_BE_USED,
  chargeTaken,
  findTakenReferences,
  mayLearnOwner,
} from '@/lib/server/requests/creation/taken-reference';
import { memberKey } from '@/lib/server/requests/bundles/save';
import { findTransfersInAnyCase } from '@/lib/server/mirror/search/find-by-reference';
import type { Denial } from '@/lib/http/denials';
import { nameAsked } from '@/lib/policy/describe-rule';
import { countRows } from '@/lib/http/rate-limits';
import { authorize } from '@/lib/server/auth/authorize';
import { oneAtATime } from '@/lib/server/auth/one-at-a-time';
import type { Person } from '@/lib/server/auth/sessions';
import { checkRecipient, prefetchSimilarAddresses, signalsOf } from '@/lib/server/requests/checks/checks';
import { limitedTo, withVisibleProfile } from '@/lib/server/requests/checks/checks-reader';
import { readLearnedLimits } from '@/lib/server/requests/checks/learned-limits';
import { type ReadOnce, createReadCache } from '@/lib/server/requests/limits/read-once';
import { type Planning, planVersion, readPlanBasis, type VersionPlan } from '@/lib/server/requests/creation/plan';
import { findSimilarTo } from '@/lib/server/requests/checks/similar';
import { now } from '@/lib/server/runtime/clock';
import { mapRows } from '@/lib/server/runtime/rows';
import type { SimilarRequest } from '@/lib/requests/request-view';
import { joinList } from '@/lib/text/join-list';
import { describeNewRecipient } from '@/lib/risk/first-payment';
import { SIGNALS } from '@/lib/policy/signals';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { keyOfReference } from '@/lib/withdrawals/reference';
import { theService } from '@/lib/text/service-name';
import { type WithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';
import type { ItemIssue, CheckedItem } from '@/lib/requests/contract';

/** An item without errors so far, with everything needed to save it. */
export interface ValidItem {
  index: number;
  formKey: string;
  form: WithdrawalForm;
  body: WithdrawalBody;
  checks: RecipientChecks;
}

const itemsSchema = z
  .array(z.unknown())
  .min(1, 'The batch has no withdrawals.')
  .max(MAX_BATCH_ITEMS, `A batch has at most ${MAX_BATCH_ITEMS} withdrawals.`);
// Each check uses several connections at once.
const CONCURRENCY = 2;
const PROGRESS_EVERY = 20;

/**
 * Checks the items of a batch as `createBatch` does, and saves nothing. Takes unchecked `{ items: WithdrawalForm[] }`;
 * `isPart: true` says that the sheet has other rows, so that the amounts are not compared with each other.
 */
export async function checkBatch(
  input: unknown,
): Promise<Result<{ items: CheckedItem[] }, Denial | { kind: 'unreadable'; reason: string }>> {
  const given = input as { items?: unknown; isPart?: unknown } | null | undefined;
  const requester = await authorize('makeWithdrawal', { limit: 'rows', times: countRows(given?.items) });
  if (!requester.ok) return requester;
  const items = parseItems(given?.items);
  if (!items.ok) return items;
  return oneAtATime(requester.value, async () => {
    const outcome = await checkItems(requester.value, {
      items: items.value,
      batchKey: randomUUID(),
      asked: requester.value,
      isPart: given?.isPart === true,
    });
    if (!outcome.ok) return outcome;
    const { checked, valid } = outcome.value;
    const planned = await planItems(database(), valid, {
      requesterId: requester.value.id,
      isSaving: false,
      seen: limitedTo(requester.value),
    });
    for (const { index, issue } of planned.refused) checked[index]?.issues.push(issue);
    for (const { index, asked } of planned.asked) Object.assign(checked[index] ?? {}, { asked });
    return ok({ items: checked });
  });
}

/** Parses the list of items of a batch; each item is parsed later, by itself. */
export function parseItems(input: unknown): Result<unknown[], { kind: 'unreadable'; reason: string }> {
  const items = itemsSchema.safeParse(input);
  return items.success
    ? ok(items.data)
    : fail({ kind: 'unreadable', reason: items.error.issues[0]?.message ?? 'The console could not read this batch.' });
}

interface ItemsToCheck {
  items: readonly unknown[];
  batchKey: string;
  /** True for some rows of a sheet alone, whose amounts are not compared with each other. */
  isPart?: boolean;
  onProgress?: ((done: number) => Promise<void>) | undefined;
  /** Who asks, where nothing is saved (lib/server/requests/checks/checks). */
  asked?: Reader;
}

/**
 * Checks each item by itself and against the others; `valid` holds the items without errors. Fails as a whole for a
 * caller who comes upon too many used references (lib/server/requests/creation/taken-reference).
 */
export async function checkItems(
  reader: Person,
  { items, batchKey, isPart = false, onProgress = () => Promise.resolve(), asked }: ItemsToCheck,
): Promise<Result<{ checked: CheckedItem[]; valid: ValidItem[] }, Denial>> {
  const checked: CheckedItem[] = items.map((_item, index) => ({ index, issues: [], signals: [] }));
  const readable: ReadableItem[] = [];
  await mapRows(items, (item, index) => {
    const form = withdrawalFormSchema.safeParse(item);
    const formKey = memberKey(batchKey, index);
    if (form.success) readable.push({ index, formKey, form: form.data, body: buildBody({ formKey, form: form.data }) });
    else
      checked[index]?.issues.push(
        ...form.error.issues.map(({ path, message }) => ({ path: path.join('.'), message, level: 'error' as const })),
      );
  });
  const registry = await readSendable();
  const taken = await findTakenReferenceIssues(reader, readable);
  const denial = await chargeTaken(reader, taken.length);
  if (denial) return fail(denial);
  for (const { index, issue } of [...findRepeatedReferences(readable), ...taken]) checked[index]?.issues.push(issue);
  const samePayments = findDuplicates(await mapRows(readable, ({ body }) => paymentKey(body)));
  const once = createReadCache();
  const sheetOf = summarizeAmounts(
    isPart ? [] : readable.map(({ body }) => ({ asset: body.asset, value: body.amount ?? body.total })),
  );
  await prefetchSimilarAddresses(
    readable.map(({ body }) => withVisibleProfile(reader, body)),
    { once, asked },
  );
  // Only where nothing is saved: what the service declined before is a note for the requester.
  const limits = asked ? await readLearnedLimits(asked, await mapRows(readable, ({ body }) => body)) : [];
  const valid: ValidItem[] = [];
  let done = items.length - readable.length;
  await forEachConcurrently(readable, async (item, place) => {
    const repeatOf = readable[samePayments.get(place) ?? -1]?.index;
    const sheet = sheetOf(item.body.asset);
    const { issues, signals, checks } = await checkItem(item, { reader, registry, once, repeatOf, sheet, asked });
    const result = checked[item.index];
    if (result && checks?.card.lines.some((line) => line.isUsualForRecipient)) result.isUsualForRecipient = true;
    const declined = listDeclinedBefore(limits, item.body).map(({ path, message }) => warning(path, message));
    const newRecipientFinding = describeNewRecipient(checks ?? null);
    if (result && newRecipientFinding !== undefined) result.newRecipientFinding = newRecipientFinding;
    result?.issues.push(...issues, ...declined);
    result?.signals.push(...signals);
    if (checks && result?.issues.every(({ level }) => level === 'warn')) valid.push({ ...item, checks });
    done += 1;
    if (done % PROGRESS_EVERY === 0) await onProgress(done);
  });
  return ok({ checked, valid: valid.toSorted((a, b) => a.index - b.index) });
}

/**
 * Checks one item by itself; gives no recipient checks for an item with errors. `repeatOf` is the index of an equal
 * payment.
 */
async function checkItem(
  { form, body }: ReadableItem,
  {
    reader,
    registry,
    once,
    repeatOf,
    sheet,
    asked,
  }: {
    reader: Reader;
    registry: Sendable;
    once: ReadOnce;
    repeatOf: number | undefined;
    sheet: SheetAmounts | undefined;
    asked: Reader | undefined;
  },
): Promise<Pick<CheckedItem, 'issues' | 'signals'> & { checks?: RecipientChecks }> {
  const issues: ItemIssue[] = checkWithdrawal(form, registry).filter(({ level }) => level === 'warn');
  if (repeatOf !== undefined) issues.push(warning('value', explainRepeat(repeatOf)));
  if (form.testAmount !== '')
    issues.push(error('testAmount', 'A batch item cannot have a test payment. Request this withdrawal by itself.'));
  const outcome = await checkRecipient(form, withVisibleProfile(reader, body), { once, sheet, asked });
  if (outcome.ok) {
    const isRepeated = signalsOf(outcome.value).includes('repeated-within-a-day');
    if (isRepeated)
      issues.push(warning('value', explainEarlierRequests(await findSimilarTo(reader, body, { around: now() }))));
    const checks = repeatOf === undefined ? outcome.value : addRepeatFinding(outcome.value, repeatOf);
    return { issues, signals: signalsOf(checks), checks };
  }
  if (outcome.error.kind === 'similar-addresses')
    issues.push(error('chosenAddress', explainSimilarAddresses(outcome.error.similarAddresses)));
  else issues.push(...outcome.error.issues.map(({ path, message }) => error(path, message)));
  return { issues, signals: outcome.error.kind === 'similar-addresses' ? ['look-alike'] : [] };
}

/** Names the requests of the last 24 hours for the same amount to the same recipient, so that they can be looked up. */
function explainEarlierRequests(earlier: readonly SimilarRequest[]): string {
  const named = earlier.map(({ refId, label, requesterName }) => `${refId} (${label}, by ${requesterName})`);
  const sentence = capitalize(SIGNALS['repeated-within-a-day']);
  return named.length > 0 ? `${sentence}: ${joinList(named)}.` : `${sentence}.`;
}

/** Applies the policy to all items; `asked` names the approvals that each will take. */
export async function planItems(
  reader: Pick<Transaction, 'select' | 'execute'>,
  items: readonly ValidItem[],
  planning: Planning,
): Promise<{
  plans: VersionPlan[];
  refused: { index: number; issue: ItemIssue }[];
  asked: { index: number; asked: string }[];
}> {
  const bodies = items.map(({ body }) => body);
  const basis = await readPlanBasis(reader, bodies, planning);
  const plans: VersionPlan[] = [];
  const refused: { index: number; issue: ItemIssue }[] = [];
  const asked: { index: number; asked: string }[] = [];
  await mapRows(bodies, accountKey);
  const sumOf = sumByRecipient(bodies);
  await mapRows(items, async ({ index, body, form, checks }) => {
    const plan = await planVersion(basis, body, { form, checks, sum: sumOf(body), submission: bodies });
    if (!plan.ok) return void refused.push({ index, issue: error('', `${plan.error.reason} ${plan.error.next}`) });
    plans.push(plan.value);
    const { requiredApprovals: count, requiredRole: role, requiredGroups: groups = [], ruleNumber } = plan.value;
    asked.push({ index, asked: nameAsked(basis.policy.rules, { count, role, groups, ruleNumber }) });
  });
  return { plans, refused, asked };
}

type ReadableItem = Omit<ValidItem, 'checks'>;
type FoundIssue = { index: number; issue: ItemIssue };

function findRepeatedReferences(items: readonly ReadableItem[]): FoundIssue[] {
  const repeats = findDuplicates(items.map(({ body }) => keyOfReference(body.ref_id)));
  return [...repeats].flatMap(([place, first]) => {
    const [item, other] = [items[place], items[first]];
    return item && other
      ? [{ index: item.index, issue: error('referenceId', `Row ${other.index + 1} has the same reference.`) }]
      : [];
  });
}

/** Finds items whose reference a request in this console or a transfer at the service already has. */
async function findTakenReferenceIssues(reader: Reader, items: readonly ReadableItem[]): Promise<FoundIssue[]> {
  const refIds = items.map(({ body }) => body.ref_id);
  if (refIds.length === 0) return [];
  const [requests, transfers] = [await findTakenReferences(refIds), await findTransfersInAnyCase(database(), refIds)];
  return items.flatMap(({ index, body: { ref_id: refId } }) => {
    const transferId = transfers.get(refId);
    if (!mayLearnOwner(reader))
      return transferId !== undefined || requests.has(refId)
        ? [{ index, issue: error('referenceId', CANNOT_BE_USED) }]
        : [];
    if (transferId !== undefined) {
      return [
        {
          index,
          issue: error(
            'referenceId',
            `Transfer ${transferId} at ${theService()} has this reference, so this payment may already be made. ` +
              'Check that transfer first.',
          ),
        },
      ];
    }
    return requests.has(refId)
      ? [
          {
            index,
            issue: error(
              'referenceId',
              'Another request already has this reference. Capital and small letters count as the same.',
            ),
          },
        ]
      : [];
  });
}

function explainSimilarAddresses([first, ...more]: readonly SimilarAddress[]): string {
  const names = first?.isHidden ? 'an address of another profile' : (first?.name ?? first?.address);
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `The address closely resembles ${names ?? 'another known address'}${others}. Compare the addresses, then confirm or correct this one.`;
}

const error = (path: string, message: string): ItemIssue => ({ path, message, level: 'error' });
const warning = (path: string, message: string): ItemIssue => ({ path, message, level: 'warn' });
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Calls `work` for each item in order, a few at a time. */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item, place: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const lane = async () => {
    for (const [place, item] of queue) await work(item, place);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}
