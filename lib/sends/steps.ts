/**
 * The steps of the send protocol as data: the send that each takes (its guard) and what it writes. lib/server/sends
 * writes them to the database, and the search of the whole protocol (e2e/soak/protocol) applies the same values to a
 * state in memory. The steps are specified in docs/specification/send-protocol.md#steps.
 */
import type { HoldReason, Reconciliation, ResendPolicy, SendOutcome, SendState } from '@/lib/sends/send-machine';
import type { Resolution } from '@/lib/sends/resolution';

/**
 * The send that a step takes; a step changes nothing where the row differs by now. `seen`: the value that the worker or
 * the people read when they began.
 */
export interface SendGuard {
  state: SendState | 'seen';
  fence?: 'seen';
  misses?: 'seen';
  /** What its times must say. `lease-outlasts-answer`: an answer is there, or late, before the lease ends. */
  time?: 'claim' | 'walk' | 'lease-over' | 'lease-outlasts-answer';
}

/** Guards of the steps, by what takes the send. */
export const SEND_GUARDS = {
  /** Only while sending is not stopped. */
  claim: { state: 'QUEUED', time: 'claim' },
  /** Asked on the open connection, right before the first byte. Only while sending is not stopped. */
  post: { state: 'SENDING', fence: 'seen', time: 'lease-outlasts-answer' },
  record: { state: 'SENDING', fence: 'seen' },
  reap: { state: 'SENDING', time: 'lease-over' },
  reconcile: { state: 'UNKNOWN', fence: 'seen', misses: 'seen', time: 'walk' },
  adopt: { state: 'UNKNOWN', fence: 'seen' },
  /** After the claim that is refused was rolled back. */
  holdRefused: { state: 'QUEUED', fence: 'seen' },
  hold: { state: 'QUEUED' },
  resolve: { state: 'seen', fence: 'seen' },
} as const satisfies Record<string, SendGuard>;

/** When the service's list is read for a send next. `retry` and `backoff` grow with each failure or attempt. */
type NextWalk = 'now' | 'quiet-period' | 'retry' | 'backoff';

/** What a step writes to a send. Members that are absent stay as they are. */
export interface SendStep {
  state?: SendState;
  /** Adds one to the fence: whoever holds an older one can record nothing. */
  isFenced?: true;
  /** Counts one more attempt that may have taken effect. */
  isPost?: boolean;
  isAmbiguous?: boolean;
  misses?: number;
  hold?: HoldReason | null;
  lease?: 'begins' | 'ends';
  nextWalk?: NextWalk | null;
}

/** One worker may post once, before its lease ends. */
export const claimStep: SendStep = { state: 'SENDING', isFenced: true, lease: 'begins' };

/** The mirror has the reference of a queued send: nothing is sent before the service's list was read. */
export const mirroredStep: SendStep = {
  state: 'UNKNOWN',
  isAmbiguous: true,
  misses: 0,
  lease: 'ends',
  nextWalk: 'now',
};

/** The lease ended without a result: the worker may have died after the bytes left. */
export const reapStep: SendStep = {
  state: 'UNKNOWN',
  isFenced: true,
  isPost: true,
  isAmbiguous: true,
  misses: 0,
  lease: 'ends',
  nextWalk: 'quiet-period',
};

/** A person, or a claim that was refused, puts a send on hold. */
export function holdStep(hold: HoldReason): SendStep {
  return { state: 'HOLD', hold, lease: 'ends' };
}

/** Records the outcome of an attempt. */
export function recordStep(outcome: SendOutcome, resendPolicy: ResendPolicy): SendStep {
  const { state, reason, isAmbiguous, isPost, hold = null } = outcome;
  return {
    state,
    hold,
    isAmbiguous,
    isPost,
    misses: 0,
    lease: 'ends',
    nextWalk: state === 'UNKNOWN' ? firstWalk(reason, resendPolicy) : null,
  };
}

function firstWalk(reason: SendOutcome['reason'], resendPolicy: ResendPolicy): NextWalk {
  // The service already has the reference, so there is nothing to wait for.
  if (reason === 'reference-taken') return 'now';
  return resendPolicy === 'trust-ref-id' ? 'backoff' : 'quiet-period';
}

/** Writes what a walk, or the mirror with a read by ID, decided about a send of unknown outcome. */
export function reconcileStep(decided: Reconciliation, isWalkComplete: boolean): SendStep {
  switch (decided.kind) {
    case 'adopt':
      return { state: 'ACCEPTED', isAmbiguous: false, nextWalk: null };
    case 'hold':
      return { state: 'HOLD', hold: decided.hold, misses: decided.misses, nextWalk: null };
    case 'send-again':
      return { state: 'QUEUED', misses: 0, nextWalk: null };
    case 'wait':
      return { misses: decided.misses, nextWalk: isWalkComplete ? 'quiet-period' : 'retry' };
  }
}

/** Writes what two people decided. */
export function resolveStep(kind: Resolution['kind']): SendStep {
  const settled: SendStep = { hold: null, misses: 0, nextWalk: null };
  switch (kind) {
    case 'adopt':
      return { ...settled, state: 'ACCEPTED', isAmbiguous: false };
    case 'send-again':
      return { ...settled, state: 'QUEUED' };
    case 'close':
      return { ...settled, state: 'REFUSED' };
  }
}

/**
 * Marks an open send of a restored backup: it may have left since. Undefined where it cannot have: it has ended, or its
 * stored request was found changed.
 */
export function restoreStep({ state, hold }: { state: SendState; hold: HoldReason | null }): SendStep | undefined {
  if (state === 'ACCEPTED' || state === 'REFUSED' || (state === 'HOLD' && hold?.kind === 'changed')) return undefined;
  return {
    state: 'UNKNOWN',
    isFenced: true,
    isPost: state === 'QUEUED' || state === 'SENDING',
    isAmbiguous: true,
    misses: 0,
    hold: null,
    lease: 'ends',
    nextWalk: 'quiet-period',
  };
}

/**
 * Why a claim does not send a request as it is: a stored row differs from what was approved (`changed`); fewer
 * approvals count than the policy asks for (`approvals`), or it asks for those of a role that this version cannot get
 * (`role`); a limit over time is exceeded by now (`limit`), lets it leave later (`too-early`), or its use is unknown
 * for the moment (`unknown`); the newest policy in force does not allow the withdrawal (`policy`); its network is
 * switched off (`network`).
 */
export type ClaimRefusal =
  | { kind: 'changed' | 'approvals' | 'role' | 'limit' | 'unknown' | 'policy' | 'network'; detail: string }
  | { kind: 'too-early'; until: Date };

/**
 * What follows where a claim is refused. `wait`: the send stays as it was before the claim, until a time or for a
 * while. `isRolledBack`: the claim is undone before the hold, so that no attempt counts and the request can still be
 * cancelled.
 */
export type RefusedClaim =
  | { kind: 'wait'; until?: Date; detail?: string }
  | { kind: 'hold'; hold: RefusedHold; isRolledBack: boolean }
  | { kind: 'end-approval'; state: 'EXPIRED' | 'AWAITING_APPROVAL'; detail: string };

/** Why a claim puts a send on hold. */
export type RefusedHold = Extract<HoldReason, { detail: string }>;

/** Decides what follows where a claim is refused (table in lib/server/sends/claim/claim.ts). */
export function decideRefusedClaim(
  reason: ClaimRefusal,
  { fence, isAmbiguous }: { fence: number; isAmbiguous: boolean },
): RefusedClaim {
  switch (reason.kind) {
    case 'too-early':
      return { kind: 'wait', until: reason.until };
    case 'unknown':
    case 'network':
      return { kind: 'wait', detail: reason.detail };
    case 'changed':
      return { kind: 'hold', hold: { kind: 'changed', detail: reason.detail }, isRolledBack: false };
    case 'limit':
    case 'policy':
      return { kind: 'hold', hold: { kind: reason.kind, detail: reason.detail, isAmbiguous }, isRolledBack: true };
    case 'approvals':
    case 'role':
      if (isAmbiguous || fence !== FIRST_CLAIM)
        return { kind: 'hold', hold: { kind: 'approvals', detail: reason.detail }, isRolledBack: false };
      return {
        kind: 'end-approval',
        state: reason.kind === 'role' ? 'EXPIRED' : 'AWAITING_APPROVAL',
        detail: reason.detail,
      };
  }
}

// The claim itself adds one to the fence, so this is its value where no earlier claim was made.
const FIRST_CLAIM = 1;

/** What the mirror says of a reference. */
export type MirrorAnswer = 'has' | 'lacks' | 'unreadable';

/**
 * Decides whether a claim goes on after the mirror was asked for the reference: `reconcile` where the service knows it,
 * `wait` where an earlier attempt may have gone through and the mirror cannot say. A first attempt does not wait:
 * nothing of it can be at the service.
 */
export function decideByMirror(
  answer: MirrorAnswer,
  { isAmbiguous }: { isAmbiguous: boolean },
): 'post' | 'reconcile' | 'wait' {
  if (answer === 'has') return 'reconcile';
  return answer === 'unreadable' && isAmbiguous ? 'wait' : 'post';
}
