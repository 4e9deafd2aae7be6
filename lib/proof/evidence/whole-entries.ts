import { isDelegationEvent } from '@/lib/proof/statements/delegations';
import { isKeyEvent } from '@/lib/proof/key-events';
import { takesBack } from '@/lib/proof/statements/taken-back';

/** Tells whether evidence holds every statement of a kind: without one, something would hold that must not. */
export function isAlwaysWhole(kind: string): boolean {
  return isKeyEvent(kind) || isDelegationEvent(kind) || kind === 'policy';
}

/**
 * Tells whether a statement of a kind takes something back. Evidence holds those about its own requests; it counts the
 * others, which would name them, and a verifier says how many it did not read.
 */
export function lowers(kind: string): boolean {
  return takesBack(kind) || kind === 'standingOrder.end';
}
