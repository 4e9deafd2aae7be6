/**
 * The send machine decides what an approved withdrawal does next: after each attempt to create it at the service
 * (`decideOutcome`), and after each complete walk through the service's list (`decideReconciliation`). These functions
 * are pure; lib/server/sends does what they decide. The states, the steps and the table of outcomes are specified in
 * docs/specification/send-protocol.md#two-state-machines.
 *
 * | state    | meaning                                            | next state (moved by)                            |
 * | -------- | -------------------------------------------------- | ------------------------------------------------ |
 * | QUEUED   | will be sent when due                              | SENDING, UNKNOWN, HOLD (claim), HOLD (a person), REFUSED (people) |
 * | SENDING  | one worker holds a lease and may post once         | any other state (record), UNKNOWN (reap)         |
 * | ACCEPTED | the service's transfer is known by its id          | final; the transfer is tracked                   |
 * | REFUSED  | the service declined it, or two people closed it   | QUEUED (people, where data were missing); else final |
 * | UNKNOWN  | the service may have carried it out                | ACCEPTED, QUEUED, HOLD (reconcile), all (people) |
 * | HOLD     | two people must decide                             | ACCEPTED, QUEUED, REFUSED (people)               |
 *
 * Invariants:
 * - A send returns from UNKNOWN to QUEUED only if two complete walks did not find it, or if SEND_RESEND_POLICY is
 *   `trust-ref-id`. An incomplete walk never proves absence. Two people who send again need the same proof.
 * - Nothing is sent again while the mirror has a transfer with the reference, no matter who decides.
 * - After an ambiguous attempt, only a matching transfer or two people settle the outcome. Any other answer leads to
 *   UNKNOWN or HOLD: even “insufficient funds” may mean that the first attempt was paid.
 * - The console adopts a transfer (takes it as this withdrawal) by itself only if no compared field differs
 *   (compare-transfer.ts).
 * - Nothing from before a restore is sent again without two people: the backup may lack that it was requested again.
 * - The console makes at most SEND_MAX_ATTEMPTS attempts that may have taken effect; two people can ask for one more.
 */
import { compareTransfer, type OptionalField } from '@/lib/sends/compare-transfer';
import type { ServiceProblem } from '@/lib/http/problems';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** States of a send; the table at the top of this file says what each means. */
export const SEND_STATES = ['QUEUED', 'SENDING', 'ACCEPTED', 'REFUSED', 'UNKNOWN', 'HOLD'] as const;
export type SendState = (typeof SEND_STATES)[number];

/** Values of SEND_RESEND_POLICY: docs/specification/send-protocol.md#resend-policy. */
export const RESEND_POLICIES = ['reconcile-first', 'trust-ref-id', 'manual'] as const;
export type ResendPolicy = (typeof RESEND_POLICIES)[number];

/** Report of a walk through the service's whole list, as stored with a send. Times are ISO 8601. */
export interface WalkReport {
  startedAt: string;
  endedAt: string;
  records: number;
  /** Only complete walks count towards the proof that a transfer does not exist. */
  isComplete: boolean;
  /** Sentence that says why the walk is incomplete or inconclusive. */
  fault?: string;
  /** Incomplete walks in a row, this one included. */
  failures?: number;
}

/** Reason why a send is on hold until two people decide, as stored with it. */
export type HoldReason =
  /** The stored request differs from what was approved; nothing was sent. */
  | { kind: 'changed'; detail: string }
  /** Fewer approvals count than the policy requires, after an attempt that may or may not have gone through. */
  | { kind: 'approvals'; detail: string }
  /** A limit over time of the policy is exceeded by now. `isAmbiguous`: an earlier attempt may have gone through. */
  | { kind: 'limit'; detail: string; isAmbiguous: boolean }
  /**
   * The newest policy in force does not allow the withdrawal. `isAmbiguous`: an earlier attempt may have gone through.
   */
  | { kind: 'policy'; detail: string; isAmbiguous: boolean }
  /** The service has one transfer with this reference, and its fields differ from the request. */
  | { kind: 'differs'; transferId: string; differences: readonly string[] }
  /** The service has several transfers with this reference. */
  | { kind: 'several'; transferIds: string[] }
  /** The mirror has a transfer with this reference, which complete walks through the service's list did not find. */
  | { kind: 'unlisted'; transferId: string }
  /**
   * Not found after as many attempts as the console makes on its own, or not found and from before a restore: it may
   * have been requested again since the backup.
   */
  | { kind: 'not-found'; posts: number; isBeforeRestore?: boolean }
  /** A person put it on hold between attempts. `isAmbiguous`: an earlier attempt may have gone through. */
  | { kind: 'held'; personId: string; by: string; reason: string; isAmbiguous: boolean };

/** Result of one attempt to create a withdrawal, as seen on the wire. */
export type PostObservation =
  | { kind: 'not-sent'; cause: string; reason?: Extract<SendReason, 'credential-refused' | 'stopped' | 'held-back'> }
  | { kind: 'lost'; cause: string }
  | { kind: 'accepted-body'; status: number; transfer: Transfer }
  | { kind: 'unreadable-body'; status: number }
  | { kind: 'problem'; problem: ServiceProblem; existing?: Transfer };

/** Decision about a send after an attempt: the next state, the stored reason, and what was learned. */
export interface SendOutcome {
  state: Exclude<SendState, 'SENDING'>;
  reason: SendReason;
  /** The transfer of this send, where it is now known. */
  transfer?: Transfer;
  /** Fields in which the service's record differs from the request. */
  differences?: string[];
  /**
   * Fields of the request that the service's record leaves out although it may have them. Present where there are any.
   */
  unconfirmed?: OptionalField[];
  /** Id of the transfer in the service's answer, where its fields differ from the request. */
  answeredId?: string;
  /** Present where the state is HOLD. */
  hold?: HoldReason;
  problem?: ServiceProblem;
  /** Error code of the connection, such as ECONNRESET. */
  cause?: string;
  /** True where the service may have created the transfer without saying so. */
  isAmbiguous: boolean;
  /** True where the service may have begun to carry it out, so that it counts against SEND_MAX_ATTEMPTS. */
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
 * Decides the state after an attempt, by the table in docs/specification/send-protocol.md#outcomes. `wasAmbiguous` says
 * that an earlier attempt may have gone through; a transfer created before `requestedAt` cannot be this withdrawal.
 */
export function decideOutcome(
  observation: PostObservation,
  body: WithdrawalBody,
  { wasAmbiguous, requestedAt }: { wasAmbiguous: boolean; requestedAt: Date },
): SendOutcome {
  const first = decideFirst(observation, body, requestedAt);
  // QUEUED means that the service carried out nothing, so the attempt is not counted.
  const outcome = { ...first, isPost: first.state !== 'QUEUED' };
  if (!wasAmbiguous || outcome.state === 'ACCEPTED') return outcome;
  if (outcome.state === 'HOLD' || outcome.state === 'UNKNOWN') return { ...outcome, isAmbiguous: true };
  return { ...outcome, state: 'UNKNOWN', reason: 'refused-after-doubt', isAmbiguous: true };
}

/** Decides as if no earlier attempt had been ambiguous. */
function decideFirst(observation: PostObservation, body: WithdrawalBody, requestedAt: Date): FirstOutcome {
  switch (observation.kind) {
    case 'not-sent':
      return {
        state: 'QUEUED',
        reason: observation.reason ?? 'not-reached',
        cause: observation.cause,
        isAmbiguous: false,
      };
    case 'lost':
      return { state: 'UNKNOWN', reason: 'answer-lost', cause: observation.cause, isAmbiguous: true };
    case 'unreadable-body':
      return { state: 'UNKNOWN', reason: 'answer-unreadable', isAmbiguous: true };
    case 'accepted-body': {
      const { differences, unconfirmed } = compareTransfer(body, observation.transfer);
      if (differences.length === 0) return accept('accepted', observation.transfer, unconfirmed);
      return {
        state: 'UNKNOWN',
        reason: 'answer-differs',
        differences,
        answeredId: observation.transfer.id,
        isAmbiguous: true,
      };
    }
    case 'problem':
      return decideOnProblem(observation, body, requestedAt);
  }
}

function accept(reason: SendReason, transfer: Transfer, unconfirmed: OptionalField[]): FirstOutcome {
  return { state: 'ACCEPTED', reason, transfer, isAmbiguous: false, ...(unconfirmed.length > 0 && { unconfirmed }) };
}

function decideOnProblem(
  { problem, existing }: Extract<PostObservation, { kind: 'problem' }>,
  body: WithdrawalBody,
  requestedAt: Date,
): FirstOutcome {
  const { status } = problem;
  if (status === 409) {
    if (!existing) return { state: 'UNKNOWN', reason: 'reference-taken', problem, isAmbiguous: true };
    const differences = findAdoptionDifferences(body, existing, requestedAt);
    if (differences.length === 0) return accept('adopted', existing, compareTransfer(body, existing).unconfirmed);
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
  const isUnclear = status < 400 || status >= 500 || status === 408 || status === 425;
  if (isUnclear) return { state: 'UNKNOWN', reason: 'server-failure', problem, isAmbiguous: true };
  if (!problem.isReadable) return { state: 'UNKNOWN', reason: 'answer-unreadable', problem, isAmbiguous: true };
  return { state: 'REFUSED', reason: 'refused', problem, isAmbiguous: false };
}

// Clocks may differ by this much. A transfer that was created even earlier is not adopted; two people decide.
const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** Lists the fields that differ; a transfer created clearly before the request also differs in `created_at`. */
function findAdoptionDifferences(body: WithdrawalBody, transfer: Transfer, requestedAt: Date): string[] {
  const isOlder = Date.parse(transfer.created_at ?? '') < requestedAt.getTime() - CLOCK_TOLERANCE_MS;
  return [...compareTransfer(body, transfer).differences, ...(isOlder ? ['created_at'] : [])];
}

/** Items that a walk through the whole list found for one reference. */
export interface Sighting {
  transfers: readonly Transfer[];
  /** True if an item with this reference was unreadable: the walk neither finds the transfer nor rules it out. */
  hasUnreadable: boolean;
  /** A transfer without a reference, created since the first attempt, that equals the request in everything else. */
  withoutReference?: AnsweredTransfer | undefined;
}

/** Transfer that may be the withdrawal, and the fields in which it differs from the request. */
export interface AnsweredTransfer {
  transferId: string;
  differences: readonly string[];
}

/**
 * Decision about a send whose outcome is unknown. `wait`: the outcome stays unknown and the send is looked for again;
 * `misses` counts the complete walks that did not find it.
 */
export type Reconciliation =
  | { kind: 'adopt'; transfer: Transfer }
  | { kind: 'hold'; hold: HoldReason; misses: number }
  | { kind: 'send-again' }
  | { kind: 'wait'; misses: number; isInconclusive: boolean };

/** How many complete walks, a quiet period apart, must find nothing before absence is proven. */
export const MISSES_THAT_PROVE = 2;

/** Withdrawal whose outcome is unknown, and what is known of its attempts. */
interface UnknownWithdrawal {
  body: WithdrawalBody;
  requestedAt: Date;
  posts: number;
  misses: number;
  isBeforeRestore?: boolean | undefined;
  answered?: AnsweredTransfer | undefined;
  /** A transfer that the mirror has under the reference. */
  mirroredId?: string | undefined;
}

/**
 * Decides what a walk proves about a send with an unknown outcome: docs/specification/send-protocol.md#reconcile.
 * `misses` counts the earlier complete walks, a quiet period apart, that did not find it.
 */
export function decideReconciliation(
  { isComplete, sighting }: { isComplete: boolean; sighting: Sighting },
  { body, requestedAt, posts, misses, isBeforeRestore, answered, mirroredId }: UnknownWithdrawal,
  { maxAttempts, resendPolicy }: { maxAttempts: number; resendPolicy: ResendPolicy },
): Reconciliation {
  const found = [...new Map(sighting.transfers.map((transfer) => [transfer.id, transfer])).values()];
  const [only] = found;
  const differences = only ? findAdoptionDifferences(body, only, requestedAt) : [];
  if (sighting.hasUnreadable) return { kind: 'wait', misses, isInconclusive: true };
  if (found.length === 1 && only && differences.length === 0) return { kind: 'adopt', transfer: only };
  if (!isComplete) return { kind: 'wait', misses, isInconclusive: true };
  if (found.length > 1) return holdFor({ kind: 'several', transferIds: found.map(({ id }) => id) }, 0);
  if (only) return holdFor({ kind: 'differs', transferId: only.id, differences }, 0);
  const walks = misses + 1;
  if (walks < MISSES_THAT_PROVE) return { kind: 'wait', misses: walks, isInconclusive: false };
  // A list that lacks what the service has shown before proves no absence, however often it is read.
  if (mirroredId !== undefined) return holdFor({ kind: 'unlisted', transferId: mirroredId }, 0);
  // If the service once answered with a differing transfer, or lists one that only lacks the reference, that may be
  // this withdrawal. Two people decide.
  const other = answered ?? sighting.withoutReference;
  if (other) return holdFor({ kind: 'differs', ...other }, walks);
  if (isBeforeRestore === true) return holdFor({ kind: 'not-found', posts, isBeforeRestore }, walks);
  if (resendPolicy === 'manual' || posts >= maxAttempts) return holdFor({ kind: 'not-found', posts }, walks);
  return { kind: 'send-again' };
}

function holdFor(reason: HoldReason, misses: number): Reconciliation {
  return { kind: 'hold', hold: reason, misses };
}

/**
 * Returns whether the same bytes may be posted again without a walk: only where SEND_RESEND_POLICY says that the
 * service refuses a repeated reference, and attempts are left.
 */
export function mayTrustReference(
  send: { posts: number; lastReason: string | null; isMirrored: boolean; isBeforeRestore?: boolean },
  { maxAttempts, resendPolicy }: { maxAttempts: number; resendPolicy: ResendPolicy },
): boolean {
  const { posts, lastReason, isMirrored, isBeforeRestore } = send;
  // Only a walk shows whether the transfer that the mirror has is this withdrawal.
  if (isMirrored || isBeforeRestore === true) return false;
  // A post with a taken reference is refused every time; only a walk shows which transfer uses it.
  return resendPolicy === 'trust-ref-id' && posts < maxAttempts && lastReason !== 'reference-taken';
}
