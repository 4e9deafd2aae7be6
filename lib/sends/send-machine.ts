import { compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import { findNetwork } from '@/lib/networks/networks';
import type { ServiceProblem } from '@/lib/http/problems';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** States of a send (send-protocol, "Two machines"). UNKNOWN and HOLD are never resent blindly. */
export const SEND_STATES = ['QUEUED', 'SENDING', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'HOLD'] as const;
export type SendState = (typeof SEND_STATES)[number];

/** What the console does about an outcome that nobody knows (contract.md, SEND_RESEND_POLICY). */
export const RESEND_POLICIES = ['reconcile-first', 'trust-ref-id', 'manual'] as const;
export type ResendPolicy = (typeof RESEND_POLICIES)[number];

/** What a walk through the whole list of the service saw. Times are ISO 8601. */
export interface WalkReport {
  startedAt: string;
  endedAt: string;
  records: number;
  /** Only a walk that came to the end proves that something is not there. */
  isComplete: boolean;
  /** Why it is not complete, or what in it leaves a doubt, in words. */
  fault?: string;
  /** How many walks in a row did not come to the end, this one included. */
  failures?: number;
}

/** Why a send is on hold: two people must decide. */
export type HoldReason =
  /** The stored request is no longer what was approved; nothing left. */
  | { kind: 'changed'; detail: string }
  /** The service has one transfer with this reference, and it is another withdrawal. */
  | { kind: 'differs'; transferId: string; differences: string[] }
  /** The service has several transfers with this reference. */
  | { kind: 'several'; transferIds: string[] }
  /** Not found after as many attempts as the console makes by itself. */
  | { kind: 'not-found'; posts: number };

/** What two people can do about a send in doubt. */
export type Resolution = (
  | { kind: 'adopt'; transferId: string; differences: string[] }
  | { kind: 'send-again' }
  | { kind: 'close' }
) &
  ResolutionSubject;

export const RESOLUTION_KINDS = ['adopt', 'send-again', 'close'] as const satisfies readonly Resolution['kind'][];

/** A send as far as it matters for what two people may do about it. */
export interface Resolvable {
  state: SendState;
  isAmbiguous: boolean;
  hold: HoldReason | null;
}

/** Why this cannot be done about a send now, in words; undefined where it can. The buttons and the server both ask here. */
export function resolutionDenialReason(
  kind: Resolution['kind'],
  { state, isAmbiguous, hold }: Resolvable,
): string | undefined {
  const isInDoubt = state === 'UNKNOWN' || state === 'HOLD';
  // Nothing of it can have left: two people may take it back, for instance while sending is stopped because of it.
  const isNotBegun = state === 'QUEUED' && !isAmbiguous;
  if (!isInDoubt && !(isNotBegun && kind === 'close'))
    return 'There is nothing in doubt about it any more. Nothing was changed.';
  if (kind === 'send-again' && state === 'HOLD' && hold?.kind === 'changed') {
    return 'What is stored is not what was approved, so it cannot be sent. Close it as not sent, and make a new request.';
  }
  return undefined;
}

/** Why this person may take no part in it; undefined where they may, as far as their role does not say otherwise. */
export function resolverDenialReason(requesterId: string, personId: string): string | undefined {
  return requesterId === personId
    ? 'You asked for this withdrawal. Two other people must decide what becomes of it.'
    : undefined;
}

/** Which doubt a resolution is about: filled in when it is asked for, so that it ends no later one. */
interface ResolutionSubject {
  fence?: number | undefined;
  state?: SendState | undefined;
}

/** What one attempt to create a withdrawal came to, as far as the wire can tell. */
export type PostObservation =
  | { kind: 'not-sent'; cause: string; reason?: Extract<SendReason, 'credential-refused' | 'stopped' | 'held-back'> }
  | { kind: 'lost'; cause: string }
  | { kind: 'accepted-body'; status: number; transfer: Transfer }
  | { kind: 'unreadable-body'; status: number }
  | { kind: 'problem'; problem: ServiceProblem; existing?: Transfer };

/** What follows from it: the next state, why in a word that is stored, and when to try again where it is QUEUED. */
export interface SendOutcome {
  state: Exclude<SendState, 'SENDING'>;
  reason: SendReason;
  /** Set where the transfer of this send is now known. */
  transfer?: Transfer;
  /** Fields of the service's record that differ from what was asked for. */
  differences?: string[];
  /** The transfer that the service answered with where it is not this withdrawal. */
  answeredId?: string;
  /** Set where it is HOLD. */
  hold?: HoldReason;
  problem?: ServiceProblem;
  /** An error code of the wire, such as ECONNRESET. */
  cause?: string;
  /** Whether the transfer may have been made although nobody said so. */
  isAmbiguous: boolean;
  /** Whether this attempt counts against the most that the console makes: the service may have begun to carry it out. */
  isPost: boolean;
  retryAfterMs?: number;
}

type FirstOutcome = Omit<SendOutcome, 'isPost'>;

export type SendReason =
  | 'accepted'
  | 'refused'
  | 'not-reached'
  | 'stopped'
  | 'held-back'
  | 'throttled'
  | 'credential-refused'
  | 'answer-lost'
  | 'answer-unreadable'
  | 'answer-differs'
  | 'server-failure'
  | 'reference-taken'
  | 'adopted'
  | 'existing-differs'
  | 'refused-after-doubt'
  | 'lease-lost';

/**
 * The table of send-protocol.md ("what was seen", "outcome"). `wasAmbiguous`: an earlier attempt of this send may have
 * gone through, so nothing but a matching record ends the doubt. `requestedAt`: no transfer from before is this one.
 */
export function decideOutcome(
  seen: PostObservation,
  body: WithdrawalBody,
  { wasAmbiguous, requestedAt }: { wasAmbiguous: boolean; requestedAt: Date },
): SendOutcome {
  const first = decideFirst(seen, body, requestedAt);
  // What only waits its turn has had no effect at the service.
  const outcome = { ...first, isPost: first.state !== 'QUEUED' };
  if (!wasAmbiguous || outcome.state === 'ACCEPTED') return outcome;
  if (outcome.state === 'HOLD' || outcome.state === 'UNKNOWN') return { ...outcome, isAmbiguous: true };
  return { ...outcome, state: 'UNKNOWN', reason: 'refused-after-doubt', isAmbiguous: true };
}

function decideFirst(seen: PostObservation, body: WithdrawalBody, requestedAt: Date): FirstOutcome {
  switch (seen.kind) {
    case 'not-sent':
      return { state: 'QUEUED', reason: seen.reason ?? 'not-reached', cause: seen.cause, isAmbiguous: false };
    case 'lost':
      return { state: 'UNKNOWN', reason: 'answer-lost', cause: seen.cause, isAmbiguous: true };
    case 'unreadable-body':
      return { state: 'UNKNOWN', reason: 'answer-unreadable', isAmbiguous: true };
    case 'accepted-body': {
      const differences = findDifferences(body, seen.transfer);
      if (differences.length === 0)
        return { state: 'ACCEPTED', reason: 'accepted', transfer: seen.transfer, isAmbiguous: false };
      return {
        state: 'UNKNOWN',
        reason: 'answer-differs',
        differences,
        answeredId: seen.transfer.id,
        isAmbiguous: true,
      };
    }
    case 'problem':
      return decideOnProblem(seen.problem, seen.existing, body, requestedAt);
  }
}

function decideOnProblem(
  problem: ServiceProblem,
  existing: Transfer | undefined,
  body: WithdrawalBody,
  requestedAt: Date,
): FirstOutcome {
  const { status } = problem;
  if (status === 409) {
    if (!existing) return { state: 'UNKNOWN', reason: 'reference-taken', problem, isAmbiguous: true };
    const differences = findAdoptionDifferences(body, existing, requestedAt);
    if (differences.length === 0)
      return { state: 'ACCEPTED', reason: 'adopted', transfer: existing, isAmbiguous: false };
    const hold: HoldReason = { kind: 'differs', transferId: existing.id, differences };
    return { state: 'HOLD', reason: 'existing-differs', problem, differences, hold, isAmbiguous: true };
  }
  if (status === 429) {
    return {
      state: 'QUEUED',
      reason: 'throttled',
      problem,
      isAmbiguous: false,
      ...(problem.retryAfterMs !== undefined && { retryAfterMs: problem.retryAfterMs }),
    };
  }
  if (status === 401) return { state: 'QUEUED', reason: 'credential-refused', problem, isAmbiguous: false };
  const isDoubtful = status < 400 || status >= 500 || status === 408 || status === 425;
  if (isDoubtful) return { state: 'UNKNOWN', reason: 'server-failure', problem, isAmbiguous: true };
  if (!problem.isReadable) return { state: 'UNKNOWN', reason: 'answer-unreadable', problem, isAmbiguous: true };
  return { state: 'REFUSED', reason: 'refused', problem, isAmbiguous: false };
}

/** The fields in which a record is not what was asked for (send-protocol, step 6); empty where it is that withdrawal. */
export function findDifferences(body: WithdrawalBody, transfer: Transfer): string[] {
  const isEvm = findNetwork(body.crypto_network)?.family === 'evm';
  // The letters' case of an EVM address is a checksum, not part of the address (EIP-55).
  const sameAddress = (a: string | undefined, b: string) => a === b || (isEvm && a?.toLowerCase() === b.toLowerCase());
  const fixed = body.amount === undefined ? 'total' : 'amount';
  const checks: [string, boolean][] = [
    ['ref_id', transfer.ref_id === body.ref_id],
    ['profile_id', transfer.profile_id === body.profile_id],
    ['asset', transfer.asset === body.asset],
    ['crypto_network', transfer.crypto_network === body.crypto_network],
    ['destination_address', sameAddress(transfer.destination_address, body.destination_address)],
    [fixed, isSameAmount(transfer[fixed], body[fixed])],
    // Where both give one: recipients are told apart by it, and one of last month is another payment.
    ['memo', body.memo === undefined || transfer.memo === undefined || transfer.memo === body.memo],
    ['direction', transfer.direction === 'DEBIT'],
    ['type', transfer.type === 'CRYPTO_WITHDRAWAL'],
  ];
  return checks.filter(([, isEqual]) => !isEqual).map(([field]) => field);
}

// Clocks differ, and a transfer of a clock that is far behind would only be looked at by people.
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** The same where the transfer was found and not answered: one from clearly before the request was made is another's. */
function findAdoptionDifferences(body: WithdrawalBody, transfer: Transfer, requestedAt: Date): string[] {
  const isOlder = Date.parse(transfer.created_at ?? '') < requestedAt.getTime() - CLOCK_TOLERANCE_MS;
  return [...findDifferences(body, transfer), ...(isOlder ? ['created_at'] : [])];
}

function isSameAmount(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && isServiceAmount(a) && isServiceAmount(b) && compareAmounts(a, b) === 0;
}

/** What a walk through the whole list saw of one reference. */
export interface Sighting {
  transfers: readonly Transfer[];
  /** Whether an item with this reference could not be read: a doubt, and no proof that there is nothing. */
  hasUnreadable: boolean;
  /** A transfer of the time since it was first sent that shows no reference and is this withdrawal in everything else. */
  nameless?: AnsweredTransfer | undefined;
}

/** A transfer that may be the withdrawal in doubt, and the fields in which it differs. */
export interface AnsweredTransfer {
  transferId: string;
  differences: string[];
}

/** What becomes of a send in doubt. `wait`: it stays in doubt and is looked for again, with so many misses so far. */
export type Reconciliation =
  | { kind: 'adopt'; transfer: Transfer }
  | { kind: 'hold'; hold: HoldReason }
  | { kind: 'send-again' }
  | { kind: 'wait'; misses: number; isDoubtful: boolean };

const MISSES_THAT_PROVE = 2;

/** A withdrawal whose outcome nobody knows, and what is known of its attempts. */
interface DoubtfulWithdrawal {
  body: WithdrawalBody;
  requestedAt: Date;
  posts: number;
  misses: number;
  answered?: AnsweredTransfer | undefined;
}

/**
 * What follows from a walk for a send in doubt (send-protocol, step 6). `misses`: complete walks before this one, a
 * quiet period apart, that did not see it. Sent again only where two complete walks saw nothing.
 */
export function decideReconciliation(
  { isComplete, sighting }: { isComplete: boolean; sighting: Sighting },
  { body, requestedAt, posts, misses, answered }: DoubtfulWithdrawal,
  { maxAttempts, resendPolicy }: { maxAttempts: number; resendPolicy: ResendPolicy },
): Reconciliation {
  const found = [...new Map(sighting.transfers.map((transfer) => [transfer.id, transfer])).values()];
  const [only] = found;
  const differences = only ? findAdoptionDifferences(body, only, requestedAt) : [];
  if (sighting.hasUnreadable) return { kind: 'wait', misses, isDoubtful: true };
  if (found.length === 1 && only && differences.length === 0) return { kind: 'adopt', transfer: only };
  if (!isComplete) return { kind: 'wait', misses, isDoubtful: true };
  if (found.length > 1) return { kind: 'hold', hold: { kind: 'several', transferIds: found.map(({ id }) => id) } };
  if (only) return { kind: 'hold', hold: { kind: 'differs', transferId: only.id, differences } };
  if (misses + 1 < MISSES_THAT_PROVE) return { kind: 'wait', misses: misses + 1, isDoubtful: false };
  // The service did answer with a transfer, or has one that is this withdrawal but for its reference: it may be lost to
  // the walk by that alone, so what the walk did not see proves nothing.
  const other = answered ?? sighting.nameless;
  if (other) return { kind: 'hold', hold: { kind: 'differs', ...other } };
  if (resendPolicy === 'manual' || posts >= maxAttempts) return { kind: 'hold', hold: { kind: 'not-found', posts } };
  return { kind: 'send-again' };
}

/** Whether the same bytes may leave again without looking first: only where somebody said that the service refuses a repeated reference. */
export function mayTrustReference(
  { posts, lastReason }: { posts: number; lastReason: string | null },
  { maxAttempts, resendPolicy }: { maxAttempts: number; resendPolicy: ResendPolicy },
): boolean {
  // A reference that is taken is not refused the next time either: then only looking helps.
  return resendPolicy === 'trust-ref-id' && posts < maxAttempts && lastReason !== 'reference-taken';
}
