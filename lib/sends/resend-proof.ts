import { MISSES_THAT_PROVE, type SendState } from '@/lib/sends/send-machine';
import { TheService } from '@/lib/text/service-name';

/** What is known about the absence of a withdrawal at the service. */
export interface ResendProof {
  state: SendState;
  /** Complete walks, a quiet period apart, that found nothing since the last attempt. */
  misses: number;
  /** A transfer that the mirror has under the reference. */
  mirroredId: string | undefined;
  /** Earliest time of the next walk; null where none is due. */
  nextWalkAt: Date | null;
  quietMs: number;
  /** True where no attempt can have been carried out: `isHeldUnsent`, or `mayQueueAgain`. */
  isUnsent?: boolean;
  /** True where the withdrawal was requested again: both could be paid. */
  isFollowed?: boolean;
  /** True where the database was restored from a backup since the request was made. */
  isBeforeRestore?: boolean;
}

/**
 * Explains why two people cannot send a withdrawal again now: a transfer has its reference, or two complete walks have
 * not proven that none has. Undefined where they can: docs/specification/send-protocol.md#send-again.
 */
export function resendDenialReason(proof: ResendProof): string | undefined {
  const { state, misses, mirroredId, nextWalkAt, quietMs, isFollowed, isBeforeRestore } = proof;
  if (mirroredId !== undefined)
    return (
      `${TheService()} has transfer ${mirroredId} with this reference, so sending again could pay twice.` +
      (state === 'REFUSED' ? '' : ' Adopt that transfer instead.')
    );
  if (isFollowed === true)
    return 'This withdrawal was already requested again under another reference, so both could be paid.';
  if (state === 'REFUSED' && isBeforeRestore === true)
    return (
      'The database was restored from a backup since, so the withdrawal may have been sent meanwhile. ' +
      'Look its reference up, and request it again if it was not.'
    );
  if (proof.isUnsent === true || misses >= MISSES_THAT_PROVE) return undefined;
  const rule =
    `Two complete searches of all transfers must first find nothing, ${describeMinutes(quietMs)} apart; ` +
    `${misses === 0 ? 'none has' : 'one has'} so far.`;
  if (state !== 'UNKNOWN' || nextWalkAt === null)
    return `${rule} Adopt a transfer, or close this withdrawal as not sent and request it again.`;
  // The page says when the next search is; the last one follows it where two are still to come.
  if (misses > 0) return rule;
  const lastWalkAt = new Date(nextWalkAt.getTime() + (MISSES_THAT_PROVE - 1) * quietMs);
  return `${rule} The second search begins after ${formatUtcTime(lastWalkAt)}.`;
}

function describeMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(1, Math.round(ms / 1000))} s`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

function formatUtcTime(at: Date): string {
  return `${at.toISOString().slice(11, 19)} UTC`;
}
