import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Registry } from '@/lib/networks/assets';
import { findRepeats, paymentText, explainRepeat, withRepeat } from '@/lib/requests/batch-repeats';
import { MAX_BATCH, sumsToRecipients } from '@/lib/requests/batches';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import { fail, ok, type Result } from '@/lib/result';
import { readRegistry } from '@/lib/server/networks/registry';
import { database, type Transaction } from '@/lib/server/database/client';
import { findTakenReferences, memberKey } from '@/lib/server/requests/groups/save';
import { findTransfersWithReferences } from '@/lib/server/mirror/find-by-reference';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { checkRecipient, lookUpTogether, signalsOf } from '@/lib/server/requests/checks';
import { type ReadOnce, together } from '@/lib/server/requests/read-once';
import { planVersion, readPlanBasis, type VersionPlan } from '@/lib/server/requests/plan';
import { SIGNALS } from '@/lib/risk/signals';
import { checkWithdrawal } from '@/lib/withdrawals/form-checks';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { toWithdrawalBody, type WithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';
import type { ItemIssue, CheckedItem } from '@/lib/requests/contract';

/** An item in which nothing is wrong so far, with what it takes to save it. */
export interface SoundItem {
  index: number;
  formKey: string;
  form: WithdrawalForm;
  body: WithdrawalBody;
  checks: RecipientChecks;
}

const itemsSchema = z
  .array(z.unknown())
  .min(1, 'There is no withdrawal in it.')
  .max(MAX_BATCH, `A batch has at most ${MAX_BATCH} withdrawals.`);
// Each asks on several connections at once.
const LANES = 2;
const TELL_EVERY = 20;

/** Checks the items of a batch as `createBatch` would, and saves nothing. Takes what the browser sent, unchecked: `{ items: WithdrawalForm[] }`. */
export async function checkBatch(
  input: unknown,
): Promise<Result<{ items: CheckedItem[] }, Denial | { kind: 'unreadable'; reason: string }>> {
  const requester = await authorize('makeWithdrawal', { limit: 'bulk' });
  if (!requester.ok) return requester;
  const items = parseItems((input as { items?: unknown } | null | undefined)?.items);
  if (!items.ok) return items;
  const { checked, sound } = await checkItems(items.value, randomUUID());
  const planned = await planItems(database(), sound, requester.value.id);
  for (const { index, issue } of planned.refused) checked[index]?.issues.push(issue);
  return ok({ items: checked });
}

export function parseItems(input: unknown): Result<unknown[], { kind: 'unreadable'; reason: string }> {
  const items = itemsSchema.safeParse(input);
  return items.success
    ? ok(items.data)
    : fail({ kind: 'unreadable', reason: items.error.issues[0]?.message ?? 'This cannot be read.' });
}

/** Looks at each item by itself and at all of them together. `sound` are those without an error. */
export async function checkItems(
  items: readonly unknown[],
  batchKey: string,
  tell: (done: number) => Promise<void> = () => Promise.resolve(),
): Promise<{ checked: CheckedItem[]; sound: SoundItem[] }> {
  const checked: CheckedItem[] = items.map((_item, index) => ({ index, issues: [], signals: [] }));
  const readable: Readable[] = [];
  for (const [index, item] of items.entries()) {
    const form = withdrawalFormSchema.safeParse(item);
    const formKey = memberKey(batchKey, index);
    if (form.success)
      readable.push({ index, formKey, form: form.data, body: toWithdrawalBody({ formKey, form: form.data }) });
    else
      checked[index]?.issues.push(
        ...form.error.issues.map(({ path, message }) => ({ path: path.join('.'), message, level: 'error' as const })),
      );
  }
  const directory = await readRegistry();
  for (const { index, issue } of [...findSameReferences(readable), ...(await findTaken(readable))])
    checked[index]?.issues.push(issue);
  const samePayments = findRepeats(readable.map(({ body }) => paymentText(body)));
  const once = together();
  await lookUpTogether(
    readable.map(({ body }) => body),
    once,
  );
  const sound: SoundItem[] = [];
  let done = items.length - readable.length;
  await inLanes(readable, async (item, place) => {
    const same = readable[samePayments.get(place) ?? -1]?.index;
    const { issues, signals, checks } = await checkOne(item, { directory, once, same });
    const of = checked[item.index];
    of?.issues.push(...issues);
    of?.signals.push(...signals);
    if (checks && of?.issues.every(({ level }) => level === 'warn')) sound.push({ ...item, checks });
    done += 1;
    if (done % TELL_EVERY === 0) await tell(done);
  });
  return { checked, sound: sound.toSorted((a, b) => a.index - b.index) };
}

/** What is found about one item by itself; without checks where it cannot be asked for as it is. */
async function checkOne(
  { form, body }: Readable,
  { directory, once, same }: { directory: Registry; once: ReadOnce; same: number | undefined },
): Promise<Pick<CheckedItem, 'issues' | 'signals'> & { checks?: RecipientChecks }> {
  const issues: ItemIssue[] = checkWithdrawal(form, directory).filter(({ level }) => level === 'warn');
  if (same !== undefined) issues.push(warning('value', explainRepeat(same)));
  if (form.testAmount !== '')
    issues.push(error('testAmount', 'An item of a batch has no test before it. Ask for it by itself.'));
  const outcome = await checkRecipient(form, body, { once });
  if (outcome.ok) {
    const isRepeated = signalsOf(outcome.value).includes('repeated-within-a-day');
    if (isRepeated) issues.push(warning('value', `${capitalize(SIGNALS['repeated-within-a-day'])}.`));
    const checks = same === undefined ? outcome.value : withRepeat(outcome.value, same);
    return { issues, signals: signalsOf(checks), checks };
  }
  if (outcome.error.kind === 'look-alikes')
    issues.push(error('chosenAddress', describeLookAlikes(outcome.error.lookAlikes)));
  else issues.push(...outcome.error.issues.map(({ path, message }) => error(path, message)));
  return { issues, signals: outcome.error.kind === 'look-alikes' ? ['look-alike'] : [] };
}

/** Asks the policy about all items at once. */
export async function planItems(
  reader: Pick<Transaction, 'select' | 'selectDistinct'>,
  items: readonly SoundItem[],
  requesterId: string,
): Promise<{ plans: VersionPlan[]; refused: { index: number; issue: ItemIssue }[] }> {
  const basis = await readPlanBasis(
    reader,
    items.map(({ body }) => body),
    requesterId,
  );
  const plans: VersionPlan[] = [];
  const refused: { index: number; issue: ItemIssue }[] = [];
  const sumOf = sumsToRecipients(items.map(({ body }) => body));
  for (const { index, body, form, checks } of items) {
    const plan = planVersion(basis, body, { form, checks, sum: sumOf(body) });
    if (plan.ok) plans.push(plan.value);
    else refused.push({ index, issue: error('', `${plan.error.reason} ${plan.error.next}`) });
  }
  return { plans, refused };
}

type Readable = Omit<SoundItem, 'checks'>;
type Found = { index: number; issue: ItemIssue };

function findSameReferences(items: readonly Readable[]): Found[] {
  const repeats = findRepeats(items.map(({ body }) => body.ref_id));
  return [...repeats].flatMap(([place, first]) => {
    const [item, other] = [items[place], items[first]];
    return item && other
      ? [{ index: item.index, issue: error('referenceId', `Row ${other.index + 1} has the same reference.`) }]
      : [];
  });
}

/** References that requests here or transfers at the service have already. */
async function findTaken(items: readonly Readable[]): Promise<Found[]> {
  const refIds = items.map(({ body }) => body.ref_id);
  if (refIds.length === 0) return [];
  const [requests, transfers] = [
    await findTakenReferences(refIds),
    await findTransfersWithReferences(database(), refIds),
  ];
  return items.flatMap(({ index, body: { ref_id: refId } }) => {
    const transferId = transfers.get(refId);
    if (transferId !== undefined) {
      return [
        {
          index,
          issue: error(
            'referenceId',
            `Transfer ${transferId} at the service has this reference: it may be paid already. Look at it first.`,
          ),
        },
      ];
    }
    return requests.has(refId)
      ? [{ index, issue: error('referenceId', 'Another request has this reference already.') }]
      : [];
  });
}

function describeLookAlikes([first, ...more]: readonly SimilarAddress[]): string {
  const like = first?.name ?? first?.address ?? 'another address';
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `The address looks like ${like}${others}, which ${more.length > 0 ? 'are' : 'is'} known. Compare them, then say that this one is meant or correct it.`;
}

const error = (path: string, message: string): ItemIssue => ({ path, message, level: 'error' });
const warning = (path: string, message: string): ItemIssue => ({ path, message, level: 'warn' });
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Works on a few items at a time, in their order. */
async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item, place: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const lane = async () => {
    for (const [place, item] of queue) await work(item, place);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
