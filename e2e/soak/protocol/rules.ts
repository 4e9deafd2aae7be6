import { decideByMirror, decideRefusedClaim } from '@/lib/sends/steps';
import * as steps from '@/lib/sends/steps';
import { isApproved } from '@/lib/requests/votes';
import { stepAfterList } from '@/lib/mirror/list-end';
import { restoreCheckBlockReason } from '@/lib/mirror/restore-check';
import { holdDenialReason, isHeldUnsent } from '@/lib/sends/hold';
import { resendDenialReason } from '@/lib/sends/resend-proof';
import { decideOutcome, decideReconciliation, mayTrustReference } from '@/lib/sends/send-machine';
import { isForMissingData, mayQueueAgain, resolutionDenialReason } from '@/lib/sends/resolution';
import type { SendGuard, SendStep } from '@/lib/sends/steps';

/** The rules of the product, as they are. A mutant replaces one of them. */
export const PRODUCTION = {
  decideOutcome,
  decideReconciliation,
  mayTrustReference,
  isForMissingData,
  mayQueueAgain,
  decideRefusedClaim,
  decideByMirror,
  resolutionDenialReason,
  resendDenialReason,
  holdDenialReason,
  isHeldUnsent,
  isApproved,
  stepAfterList,
  restoreCheckBlockReason,
  claimStep: steps.claimStep,
  mirroredStep: steps.mirroredStep,
  reapStep: steps.reapStep,
  holdStep: steps.holdStep,
  recordStep: steps.recordStep,
  reconcileStep: steps.reconcileStep,
  resolveStep: steps.resolveStep,
  restoreStep: steps.restoreStep,
  guards: steps.SEND_GUARDS as Record<keyof typeof steps.SEND_GUARDS, SendGuard>,
  /** True in a mutant in which a guard that failed may hold again: the search leaves out nothing then. */
  areFencesTold: false,
  /** Whether the newest policy in force counts beside that of the request. */
  asksNewestPolicy: true,
  /** Whether a post asks the stop switch right before its first byte. */
  asksStopBeforePost: true,
  /** Whether the reasons against a decision of two people are asked for again when it is confirmed. */
  checksConfirmation: true,
  /** Whether requests of a restored backup that have no send expire. */
  expiresAfterRestore: true,
  /** Whether a transfer that is recorded with another request is left to people. */
  findsOwner: true,
  /** How many attempts the console makes on its own (SEND_MAX_ATTEMPTS). */
  maxAttempts: 3,
  /** Ticks: how long a claim lasts, and how long a post may wait for its answer. */
  lease: 2,
  timeout: 1,
  /** Ticks that a walk waits after the last attempt, and the next one after a walk. */
  quiet: 2,
};

export type Rules = Omit<typeof PRODUCTION, 'reapStep' | 'claimStep' | 'mirroredStep'> &
  Record<'reapStep' | 'claimStep' | 'mirroredStep', SendStep>;
