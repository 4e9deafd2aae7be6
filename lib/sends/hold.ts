import type { HoldReason, SendState } from '@/lib/sends/send-machine';
import type { ResolvableSend } from '@/lib/sends/resolution';
import { theService } from '@/lib/text/service-name';

/** What decides whether a person can put a withdrawal on hold. `send` is null where the request has none. */
interface Holdable {
  isApproved: boolean;
  send: { state: SendState } | null;
}

/**
 * Explains why nobody can put a withdrawal on hold now: only an approved one whose send waits can be held
 * (docs/specification/send-protocol.md#hold). Undefined where it can be.
 */
export function holdDenialReason({ isApproved, send }: Holdable): string | undefined {
  if (send === null)
    return isApproved
      ? 'The remainder is not sent before the test payment is confirmed. To prevent that, withdraw your approval.'
      : 'Only an approved withdrawal that has not been sent can be put on hold.';
  switch (send.state) {
    case 'QUEUED':
      return undefined;
    case 'SENDING':
      return 'The withdrawal is being sent at this moment, so it can no longer be put on hold.';
    case 'HOLD':
      return 'The withdrawal is on hold already.';
    case 'UNKNOWN':
      return `The withdrawal may have been sent. The console is searching for it at ${theService()}.`;
    case 'ACCEPTED':
      return 'The withdrawal has already been sent.';
    case 'REFUSED':
      return 'The withdrawal was not sent and will not be sent.';
  }
}

/** A hold by a person, as stored with the send. */
export type PersonalHold = Extract<HoldReason, { kind: 'held' }>;

/** Holds that come before an attempt, unless an earlier one was ambiguous. */
const UNSENT_HOLDS: readonly HoldReason['kind'][] = ['held', 'limit', 'policy'];

/**
 * Returns whether a person, or the policy in force, put a send on hold before any attempt could have reached the
 * service. Two people can then have it sent without a search for it.
 */
export function isHeldUnsent({ state, isAmbiguous, hold }: ResolvableSend): boolean {
  return state === 'HOLD' && !isAmbiguous && mayBeUnsent(hold);
}

/** Tells whether a hold came before an attempt that could have reached the service, as far as its reason says. */
export function mayBeUnsent(hold: HoldReason | null): boolean {
  return hold !== null && UNSENT_HOLDS.includes(hold.kind) && !('isAmbiguous' in hold && hold.isAmbiguous);
}
