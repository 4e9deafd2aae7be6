import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { explainReadFailure } from '@/lib/http/problems';
import { canSeeProfile } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { findDifferences } from '@/lib/sends/compare-transfer';
import { SEND_STATES } from '@/lib/sends/send-machine';
import {
  type Resolution,
  type ResolvableSend,
  mayQueueAgain,
  resolutionDenialReason,
  resolverDenialReason,
} from '@/lib/sends/resolution';
import { isHeldUnsent } from '@/lib/sends/hold';
import { resolveStep } from '@/lib/sends/steps';
import { resendDenialReason } from '@/lib/sends/resend-proof';
import { canSeeRequest, isCurrentVersion } from '@/lib/server/database/from-requests';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Person } from '@/lib/server/auth/sessions';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import { theService } from '@/lib/text/service-name';
import { isSameId, UUID } from '@/lib/text/uuid';
import { settings } from '@/lib/server/config/settings';
import { findTransferWithReference } from '@/lib/server/mirror/search/find-by-reference';
import { readFromService } from '@/lib/server/mirror/sync/live-lookup';
import { judgeByNewest, newestDenialReason } from '@/lib/server/requests/limits/policy-evidence';
import { findSecondAccounts } from '@/lib/server/requests/limits/second-account';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { explainStillMissing, lacksData, REQUEST_AGAIN } from '@/lib/server/requests/declined';
import { hasFollowUp, isOlderThanRestore } from '@/lib/server/requests/load';
import { checkApproval } from '@/lib/server/sends/claim/approval-check';
import { markSent } from '@/lib/server/sends/record';
import { columnsOf } from '@/lib/server/sends/write-step';
import { getTransfer, UNKNOWN_TRANSFER } from '@/lib/server/transfer-service/endpoints';
import { storableText } from '@/lib/text/storable-text';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

// Filled in when the resolution is proposed, whatever was given.
const seenState = { fence: z.number().int().optional(), state: z.enum(SEND_STATES).optional() };
const resolutionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('adopt'),
    transferId: storableText().trim().min(1, 'Give the ID of the transfer.').max(128, 'At most 128 characters.'),
    /** Filled in from the service's record, whatever was given. */
    differences: z.array(storableText().max(64)).max(20).default([]),
    ...seenState,
  }),
  z.strictObject({
    kind: z.literal('send-again'),
    /** Filled in from the stored send, whatever was given. */
    isUnsent: z.boolean().optional(),
    ...seenState,
  }),
  z.strictObject({ kind: z.literal('close'), ...seenState }),
]);

/**
 * Change by which two people, neither of them the requester, resolve a send that is on hold or of unknown outcome:
 * docs/specification/send-protocol.md#two-state-machines. The subject is the request's id.
 */
export const resolveSendChange: TwoPersonChange<Resolution> = {
  payloadSchema: resolutionSchema,
  prepare: async ({ subject: requestId, payload, person }) => {
    const isVisible = UUID.test(requestId) && (await canSeeRequest(database(), person, requestId));
    const found = isVisible ? await readSend(database(), requestId) : undefined;
    const reason = found && (await denialReason(database(), { resolution: payload, requestId, found, person }));
    if (!found || reason !== undefined) return fail(reason ?? NO_SEND);
    const seen = { fence: found.fence, state: found.state };
    if (payload.kind === 'send-again') {
      const isUnsent = isHeldUnsent(found);
      const resendDenial =
        (await inTransaction((transaction) => findResendDenial(transaction, found))) ??
        (isUnsent ? undefined : await lookAtService(found));
      if (resendDenial !== undefined) return fail(`${resendDenial} Nothing was changed.`);
      return ok({ kind: 'send-again', ...(isUnsent && { isUnsent }), ...seen });
    }
    if (payload.kind !== 'adopt') return ok({ ...payload, ...seen });
    const compared = await compare(person, payload.transferId, found.body);
    return compared.ok ? ok({ ...compared.value, ...seen }) : compared;
  },
  apply: async (transaction, { subject, payload, confirmer }) => {
    // Statements of their own, so that the next one sees what others changed while this one waited for a lock. The
    // request is locked as well, since one that was declined may be requested again at the same time.
    await transaction.select({ id: sends.requestId }).from(sends).where(eq(sends.requestId, subject)).for('update');
    const { id } = withdrawalRequests;
    await transaction.select({ id }).from(withdrawalRequests).where(eq(id, subject)).for('update');
    const found = await readSend(transaction, subject);
    const reason =
      found && (await denialReason(transaction, { resolution: payload, requestId: subject, found, person: confirmer }));
    if (!found || reason !== undefined) return fail(reason ?? NO_SEND);
    const { state, fence, hold, misses, posts } = found;
    if (payload.fence !== fence || payload.state !== state) return fail(MOVED_ON);
    // Once more under the lock: a transfer may have appeared, or the search started over, since the look outside of it.
    const resendDenial = payload.kind === 'send-again' ? await findResendDenial(transaction, found) : undefined;
    if (resendDenial !== undefined) return fail(`${resendDenial} Nothing was changed.`);
    const before = { state, hold, misses, posts };
    return applyResolution(transaction, subject, payload, before);
  },
};

const NO_SEND = 'This withdrawal has not been sent. Nothing was changed.';
const MOVED_ON = 'The withdrawal has changed since this decision was proposed. Nothing was changed.';

// The person waits for the answer, and the rule for a search of the whole list is beside this look.
const LOOK_TIMEOUT_MS = 4_000;

/** Reads the newest of the service into the mirror; explains why the withdrawal cannot be sent again, or undefined. */
async function lookAtService(found: FoundSend): Promise<string | undefined> {
  const checks = await readFromService([{ text: found.refId, money: undefined }], LOOK_TIMEOUT_MS);
  const reason = await inTransaction((transaction) => findResendDenial(transaction, found));
  if (reason !== undefined || checks.get(found.refId) === 'answered') return reason;
  return (
    `The console could not make sure in time that ${theService()} has no transfer with this reference, ` +
    'so it sends nothing again. Try again when the Status page shows the transfers as current.'
  );
}

/**
 * Explains what the policy, the mirror and the walks so far hold against sending again, and for a declined withdrawal
 * its approvals and its data; undefined where nothing does.
 */
async function findResendDenial(reader: Transaction, found: FoundSend): Promise<string | undefined> {
  const refused = found.hold?.kind === 'policy' ? await explainPolicyRefusal(reader, found) : undefined;
  if (refused !== undefined) return `${refused} Close it as not sent, or change the policy first.`;
  const mirroredId = await findTransferWithReference(reader, found.refId);
  const quietMs = settings().RECONCILE_QUIET_MS;
  const reason = resendDenialReason({
    ...found,
    isUnsent: isHeldUnsent(found) || mayQueueAgain(found),
    mirroredId,
    nextWalkAt: found.reconcileAt,
    quietMs,
  });
  return reason ?? (mayQueueAgain(found) ? findQueueDenial(reader, found) : undefined);
}

/**
 * Explains why a withdrawal that was declined for want of data cannot be queued again: its approvals no longer count,
 * or the address book still lacks the data; undefined where it can.
 */
async function findQueueDenial(reader: Transaction, { requestId, body }: FoundSend): Promise<string | undefined> {
  const approval = await checkApproval(reader, requestId);
  if (approval.ok || approval.error.kind === 'too-early') return explainStillMissing(reader, body);
  const { kind, detail } = approval.error;
  return `${detail} ${kind === 'unknown' || kind === 'network' ? 'Try again later.' : REQUEST_AGAIN}`;
}

/** Explains why the newest policy in force still does not allow what it put on hold; undefined where it does. */
async function explainPolicyRefusal(
  reader: Pick<Transaction, 'execute' | 'select'>,
  { stored }: FoundSend,
): Promise<string | undefined> {
  return newestDenialReason((await judgeByNewest(reader, [stored])).get(stored.request.id));
}

interface FoundSend extends ResolvableSend {
  stored: Parameters<typeof judgeByNewest>[1][number];
  fence: number;
  requestId: string;
  isFollowed: boolean;
  isBeforeRestore: boolean;
  refId: string;
  reconcileAt: Date | null;
  misses: number;
  posts: number;
  requesterId: string;
  body: WithdrawalBody;
}

async function readSend(reader: Pick<Transaction, 'select'>, requestId: string): Promise<FoundSend | undefined> {
  if (!UUID.test(requestId)) return undefined;
  const [found] = await reader
    .select({
      send: sends,
      request: withdrawalRequests,
      version: requestVersions,
      bundle: { kind: bundles.kind },
      isBeforeRestore: isOlderThanRestore(),
      isFollowed: hasFollowUp(),
    })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(requestVersions, isCurrentVersion())
    .leftJoin(bundles, eq(bundles.id, withdrawalRequests.bundleId))
    .where(eq(sends.requestId, requestId));
  if (!found) return undefined;
  const { state, fence, isAmbiguous, misses, posts, hold, reconcileAt } = found.send;
  return {
    requestId,
    isFollowed: found.isFollowed,
    isBeforeRestore: found.isBeforeRestore,
    isForMissingData: await lacksData(reader, found.send),
    state,
    fence,
    isAmbiguous,
    misses,
    posts,
    hold,
    reconcileAt,
    stored: found,
    refId: found.request.refId,
    requesterId: found.request.requesterId,
    body: parseWithdrawalBody(found.version.body),
  };
}

/** Explains why this person cannot resolve the send this way, with any of their accounts; undefined where they can. */
async function denialReason(
  reader: Pick<Transaction, 'execute'>,
  {
    resolution,
    requestId,
    found,
    person,
  }: { resolution: Resolution; requestId: string; found: FoundSend; person: Person },
): Promise<string | undefined> {
  const reason = resolutionDenialReason(resolution.kind, found) ?? resolverDenialReason(found.requesterId, person.id);
  if (reason !== undefined) return reason;
  const accounts = await findSecondAccounts(reader, { requestIds: [requestId], personIds: [person.id] });
  return accounts.find(({ isRequester }) => isRequester)?.reason;
}

/**
 * Reads the transfer to adopt from the service, and compares it with the request. A transfer of a profile that the
 * person does not see is answered as a missing one.
 */
async function compare(person: Person, transferId: string, body: WithdrawalBody): Promise<Result<Resolution, string>> {
  const read = await getTransfer(transferId);
  const isHidden = read.ok && !canSeeProfile(person, read.value.profile_id);
  const transfer = isHidden ? fail(UNKNOWN_TRANSFER) : read;
  if (!transfer.ok) {
    const { title, detail, next } = explainReadFailure(transfer.error);
    return fail([`${title}.`, detail, 'Nothing was changed.', next].filter(Boolean).join(' '));
  }
  return ok({ kind: 'adopt', transferId, differences: findDifferences(body, transfer.value) });
}

async function applyResolution(
  transaction: Transaction,
  requestId: string,
  resolution: Resolution,
  before: object,
): Promise<Result<{ before: unknown; after: unknown }, string>> {
  const update = (columns: PgUpdateSetSource<typeof sends>) =>
    transaction
      .update(sends)
      .set({ ...columnsOf(resolveStep(resolution.kind)), ...columns })
      .where(eq(sends.requestId, requestId));
  switch (resolution.kind) {
    case 'adopt': {
      const { transferId } = resolution;
      const owner = await findOwner(transaction, transferId, requestId);
      if (owner !== undefined) return fail(`Transfer ${transferId} already belongs to ${owner}. Nothing was changed.`);
      // The tracker fetches the transfer: no call to the service happens inside a transaction.
      await update({ transferId, trackAt: sql`now()`, trackCount: 0 });
      await markSent(transaction, requestId);
      return ok({ before, after: { ...resolution, state: 'ACCEPTED' } });
    }
    case 'send-again':
      await update({ nextAt: sql`now()` });
      await crashPoint('CP10');
      return ok({ before, after: { ...resolution, state: 'QUEUED' } });
    case 'close':
      await update({ closedAt: sql`now()` });
      return ok({ before, after: { ...resolution, state: 'REFUSED' } });
  }
}

/**
 * Describes the other request that the transfer belongs to; undefined where there is none. Named only where it is of
 * the same profile: the sentence stays with the proposal, for everybody who sees the request.
 */
async function findOwner(transaction: Transaction, transferId: string, requestId: string): Promise<string | undefined> {
  const [owner] = await transaction
    .select({ refId: withdrawalRequests.refId, bytes: requestVersions.body })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(requestVersions, isCurrentVersion())
    .where(and(eq(sends.transferId, transferId), ne(sends.requestId, requestId)));
  if (!owner) return undefined;
  const found = await readSend(transaction, requestId);
  const isOfSameProfile = found && isSameId(found.body.profile_id, parseWithdrawalBody(owner.bytes).profile_id);
  return isOfSameProfile ? `withdrawal ${owner.refId}` : 'a withdrawal of another profile';
}
