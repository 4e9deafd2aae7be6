import 'server-only';
import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { TransactionRollbackError } from 'drizzle-orm/errors';
import type { Denial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import type { CreateFailure } from '@/lib/requests/contract';
import type { RequestState } from '@/lib/requests/decisions';
import type { LinkedRequest } from '@/lib/requests/request-summary';
import type { BundleKind } from '@/lib/requests/bundles/bundles';
import { fail, ok, type Result } from '@/lib/result';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { describeFiles, saveFiles } from '@/lib/server/attachments/bind';
import { settings } from '@/lib/server/config/settings';
import { actedBy, appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { requestSignatures } from '@/lib/server/database/schema/proofs';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { SignedDecision, SigningFailure } from '@/lib/server/passkeys/decisions';
import { saveFollowUp } from '@/lib/server/requests/follow-ups';
import type { VersionPlan } from '@/lib/server/requests/creation/plan';
import { type Creation, signCreation } from '@/lib/server/requests/signing/statements';
import { now } from '@/lib/server/runtime/clock';
import { requestText } from '@/lib/standing-orders/occurrence';
import { uuidOfHash } from '@/lib/text/uuid';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

// The lifecycle of a submission, the same for one request, for a test payment with its remainder, and for a batch: an
// earlier submission of the same form decides; where there is none, the form is checked outside of any transaction, and
// one transaction saves every request or none. Every request then awaits approval.

/** The steps that differ between one request, a test payment and a batch. */
export interface Submitted<Checked, Value, Failure> {
  requester: Person;
  /** Finds the outcome of an earlier submission with the same key or reference; undefined where there is none. */
  findEarlier: () => Promise<Result<Value, Failure> | undefined>;
  /** Checks everything that needs no lock. */
  check: () => Promise<Result<Checked, Failure>>;
  /** Saves every request in one transaction, or rolls back where another call was faster. */
  save: (transaction: Transaction, checked: Checked) => Promise<Result<Value, Failure>>;
  /** Explains a rollback where no earlier submission is found: another request has the same reference. */
  explainConflict: () => Failure | Promise<Failure>;
}

/** Submits once, however often the same form comes: a repeat gives the outcome of the first submission. */
export async function submitOnce<Checked, Value, Failure>({
  requester,
  findEarlier,
  check,
  save,
  explainConflict,
}: Submitted<Checked, Value, Failure>): Promise<Result<Value, Failure | Denial>> {
  const earlier = await findEarlier();
  if (earlier) return earlier;
  const checked = await check();
  if (!checked.ok) return checked;
  const created = await inTransaction(async (transaction): Promise<Result<Value, Failure | Denial>> => {
    const denial = await findCreateDenial(transaction, requester);
    return denial ? fail(denial) : save(transaction, checked.value);
  }).catch((error: unknown) => {
    if (error instanceof TransactionRollbackError) return undefined;
    throw error;
  });
  // Rolled back: another call used the same form, key or reference first.
  return created ?? (await findEarlier()) ?? fail(await explainConflict());
}

/** Checks again, inside the transaction that saves, that this person can make withdrawals; undefined where they can. */
export async function findCreateDenial(transaction: Transaction, person: Person): Promise<Denial | undefined> {
  const session = await lockSession(transaction, person, 0);
  if (!session) return { kind: 'signed-out' };
  const reason = denialReason('makeWithdrawal', session.roles);
  return reason === undefined ? undefined : { kind: 'forbidden', reason };
}

/** Records that the policy refused a submission, or that too few people could approve it. */
export async function auditRefusal(
  transaction: Transaction,
  requester: Requester,
  { after, reason }: { after: unknown; reason: string },
): Promise<void> {
  await appendAudit(transaction, {
    action: 'request.refused',
    ...actedBy(requester),
    subject: `person:${requester.id}`,
    after,
    reason,
  });
}

/** Parses unchecked input with a schema that has the form as a member; issue paths are those of the form's fields. */
export function parseSubmission<Value>(
  schema: {
    safeParse: (
      input: unknown,
    ) =>
      | { success: true; data: Value }
      | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
  },
  input: unknown,
): Result<Value, Extract<CreateFailure, { kind: 'invalid' }>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return ok(parsed.data);
  return fail({
    kind: 'invalid',
    issues: parsed.error.issues.map(({ path, message }) => ({ path: path.slice(1).join('.'), message })),
  });
}

/** What decides how long a request can be decided on: the time before which it does not leave, if it waits for one. */
type Waiting = Pick<VersionPlan, 'notBefore'>;

/**
 * Gives the SQL for the time until which requests that are made together now can be decided. One that a limit over time
 * makes wait leaves only later, so its time to decide is counted from then.
 */
export function expiresAt(plans: readonly Waiting[]) {
  const from = latestWait(plans)?.toISOString() ?? null;
  const minutes = settings().APPROVAL_EXPIRY_MINUTES;
  return sql`greatest(now(), ${from}::timestamptz) + make_interval(mins => ${minutes})`;
}

function latestWait(plans: readonly Waiting[]): Date | undefined {
  const times = plans.flatMap(({ notBefore }) => notBefore?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

/**
 * Derives the id that a request or bundle will have from its requester and the key of its form or sheet, so that a
 * requester can sign it before it exists. It has the format of a random UUID.
 */
export function deriveId(requesterId: string, formKey: string): string {
  return deriveUuid(requestText(requesterId, formKey));
}

/** Derives a UUID from a text; it has the format of a random one, from which references are made as well. */
export function deriveUuid(text: string): string {
  return uuidOfHash(createHash('sha256').update(text).digest('hex'));
}

/**
 * Gives the time until which requests that are made together now can be decided (`expiresAt`), for their requester to
 * sign.
 */
export function expiryFromNow(plans: readonly Waiting[]): Date {
  const from = Math.max(now().getTime(), latestWait(plans)?.getTime() ?? 0);
  return new Date(from + settings().APPROVAL_EXPIRY_MINUTES * 60_000);
}

/** A request ready to be saved. */
export interface NewRequest {
  formKey: string;
  body: WithdrawalBody;
  /** With the list of the files below as `attachments`. */
  plan: VersionPlan;
  note: string;
  /** Uploaded files that the request has. */
  attachmentIds?: readonly string[];
}

/** Who requests: a signed-in person, or the owner of a planned payment, for whom the console does. */
export type Requester = Pick<Person, 'id' | 'name' | 'origin'>;

interface NewRequests {
  requester: Requester;
  requests: readonly NewRequest[];
  /** The bundle that the requests belong to, in their order. */
  bundle?: { id: string; kind: BundleKind } | undefined;
  /** The locked request that the last of these follows (lib/server/requests/follow-ups.ts). */
  follows?: LinkedRequest | undefined;
  /** The requester's signature; undefined for a person who signs nothing. */
  signed: SignedDecision | undefined;
}

/** Takes the requester's signature over new requests before they are saved (`signCreation`). */
export async function signRequests(
  transaction: Transaction,
  requester: Person,
  { requests, bundle, signature }: Pick<NewRequests, 'requests'> & Pick<Creation, 'bundle' | 'signature'>,
): Promise<Result<SignedDecision | undefined, SigningFailure>> {
  const versions = requests.map(({ plan, formKey }) => ({ ...plan, id: deriveId(requester.id, formKey), version: 1 }));
  const [first] = requests;
  const note = bundle?.kind === 'batch' ? '' : (first?.note ?? '');
  const validUntil = expiryFromNow(versions);
  return signCreation(transaction, requester, { versions, bundle, note, validUntil, signature });
}

const FIRST_STATE: RequestState = 'AWAITING_APPROVAL';
// PostgreSQL takes at most 65,535 parameters in a statement, and a version has about twenty; building a statement of a
// thousand rows would hold up everybody else.
const BATCH_SIZE = 50;

/**
 * Saves requests with their first versions and gives their ids in the same order. Rolls back where another request has
 * the same reference or form key.
 */
export async function saveRequests(
  transaction: Transaction,
  { requester, requests, bundle, follows, signed }: NewRequests,
): Promise<string[]> {
  const ids: string[] = [];
  const until = signed?.validUntil ?? expiresAt(requests.map(({ plan }) => plan));
  for (let from = 0; from < requests.length; from += BATCH_SIZE) {
    const slice = requests.slice(from, from + BATCH_SIZE);
    ids.push(...(await insertRequests(transaction, slice, { requester, bundle, signed, until, from })));
  }
  const last = requests.length - 1;
  const followerId = ids[last];
  if (follows && followerId !== undefined) await saveFollowUp(transaction, followerId, follows.id);
  await appendAudits(
    transaction,
    requests.map((request, position) => {
      const { bodySha256, policyVersion, ruleNumber, requiredApprovals, requiredGroups = [] } = request.plan;
      return {
        action: 'request.made',
        ...actedBy(requester),
        subject: `request:${ids[position]}`,
        after: {
          state: FIRST_STATE,
          version: 1,
          body: request.body,
          bodySha256,
          note: request.note,
          policyVersion,
          ruleNumber,
          requiredApprovals,
          ...(requiredGroups.length > 0 && { requiredGroups }),
          ...describeFiles(request.plan.attachments),
          ...(bundle && { group: { ...bundle, position } }),
          ...(follows && position === last && { follows }),
        },
      };
    }),
  );
  return ids;
}

async function insertRequests(
  transaction: Transaction,
  requests: readonly NewRequest[],
  {
    requester,
    bundle,
    signed,
    until,
    from,
  }: Pick<NewRequests, 'requester' | 'bundle' | 'signed'> & { until: Date | SQL; from: number },
): Promise<string[]> {
  const saved = await transaction
    .insert(withdrawalRequests)
    .values(
      requests.map((request, index) => ({
        id: deriveId(requester.id, request.formKey),
        refId: request.body.ref_id,
        requesterId: requester.id,
        state: FIRST_STATE,
        expiresAt: until,
        ...(bundle && { bundleId: bundle.id, bundlePosition: from + index }),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: withdrawalRequests.id });
  if (saved.length < requests.length) transaction.rollback();
  const ids = requests.map(({ formKey }) => deriveId(requester.id, formKey));
  const versions = await transaction
    .insert(requestVersions)
    .values(
      requests.map(({ plan, formKey, note }, index) => ({
        ...plan,
        requestId: ids[index] ?? '',
        version: 1,
        formKey,
        note,
      })),
    )
    .onConflictDoNothing()
    .returning({ version: requestVersions.version });
  if (versions.length < requests.length) transaction.rollback();
  for (const [index, { attachmentIds = [] }] of requests.entries())
    await saveFiles(transaction, { requestId: ids[index] ?? '', version: 1 }, attachmentIds);
  if (signed)
    await transaction
      .insert(requestSignatures)
      .values(ids.map((requestId) => ({ requestId, version: 1, ...signed.place })));
  return ids;
}
