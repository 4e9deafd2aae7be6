import { isDelegationEvent } from '@/lib/proof/delegations';
import { isKeyEvent } from '@/lib/proof/key-events';
import { takesBack } from '@/lib/proof/taken-back';

/** Tells whether evidence holds every statement of a kind: without one, something would hold that must not. */
export function isAlwaysWhole(kind: string): boolean {
  const isEvent = isKeyEvent(kind) || isDelegationEvent(kind);
  return isEvent || kind === 'policy' || takesBack(kind) || kind === 'standingOrder.end';
}
