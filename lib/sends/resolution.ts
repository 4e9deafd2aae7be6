import type { HoldReason, SendState } from '@/lib/sends/send-machine';

/** Names a send whose outcome is unknown, and the decision that two people make about it. */
export const OUTCOME_UNKNOWN = 'Outcome unknown';
/** Decision of two people about a send of unknown outcome, on hold, or declined for want of data. */
export type Resolution = (
  | { kind: 'adopt'; transferId: string; differences: string[] }
  /** `isUnsent`: no attempt can have reached the service, since the withdrawal was put on hold before. */
  | { kind: 'send-again'; isUnsent?: boolean | undefined }
  | { kind: 'close' }
) &
  ResolvedSend;

export const RESOLUTION_KINDS = ['adopt', 'send-again', 'close'] as const satisfies readonly Resolution['kind'][];

/** Fields of a send that determine which resolutions are possible. */
export interface ResolvableSend {
  state: SendState;
  isAmbiguous: boolean;
  hold: HoldReason | null;
  /** True where its last attempt was declined for want of data (`isForMissingData`). */
  isForMissingData?: boolean | undefined;
}

/** Type of the service's refusal for want of travel-rule data: docs/specification/service-facts.md#errors. */
const MISSING_DATA = 'travel-rule-information-required';

/**
 * Tells whether an attempt was declined only because the service lacks data that people can save there. The same bytes
 * may be posted again then: the refusal used nothing up.
 */
export function isForMissingData({ reason, type }: { reason: string | null; type: string | undefined }): boolean {
  return reason === 'refused' && type === MISSING_DATA;
}

/**
 * Tells whether two people may queue a declined send again, with the same bytes: it was declined for want of data, and
 * no attempt of it had an unknown outcome (docs/specification/send-protocol.md#queue-again).
 */
export function mayQueueAgain(send: ResolvableSend): boolean {
  return send.state === 'REFUSED' && send.isForMissingData === true && !send.isAmbiguous;
}

/**
 * Explains why a send cannot be resolved this way now; undefined where it can. The buttons and the server both use it.
 */
export function resolutionDenialReason(kind: Resolution['kind'], send: ResolvableSend): string | undefined {
  const { state, isAmbiguous, hold } = send;
  const isUnresolved = state === 'UNKNOWN' || state === 'HOLD';
  // The service has carried out nothing, so two people may close it, for instance when this withdrawal is why sending
  // was stopped.
  const isUnsent = state === 'QUEUED' && !isAmbiguous;
  const isOffered = isUnresolved || (isUnsent && kind === 'close') || (mayQueueAgain(send) && kind === 'send-again');
  if (!isOffered) return 'This withdrawal no longer needs a decision. Nothing was changed.';
  if (kind === 'send-again' && state === 'HOLD' && hold?.kind === 'changed') {
    return (
      'The stored request differs from what was approved, so it cannot be sent. ' +
      'Close it as not sent and create a new request.'
    );
  }
  if (kind === 'send-again' && state === 'HOLD' && hold?.kind === 'approvals')
    return (
      'Too few approvals count, so the withdrawal cannot be sent again. ' +
      'Adopt its transfer if there is one, or close it as not sent and create a new request.'
    );
  return undefined;
}

/** Explains why the requester cannot help to resolve their own send; undefined for everybody else. */
export function resolverDenialReason(requesterId: string, personId: string): string | undefined {
  return requesterId === personId ? 'You requested this withdrawal. Two other people must decide.' : undefined;
}

/** State and fence (the send's change counter) when the resolution was proposed; void if the send has moved on. */
interface ResolvedSend {
  fence?: number | undefined;
  state?: SendState | undefined;
}
