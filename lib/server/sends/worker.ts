import 'server-only';
import { decideOutcome } from '@/lib/sends/send-machine';
import { expireRequests } from '@/lib/server/requests/expire';
import { checkCosts } from '@/lib/server/sends/costs';
import { type Claim, claimSend, isStillClaimed, reapSends } from '@/lib/server/sends/claim';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { recordOutcome } from '@/lib/server/sends/record';
import { isStopped } from '@/lib/server/sends/stop';
import { trackSends } from '@/lib/server/sends/track';
import { watchClosed } from '@/lib/server/sends/watch-closed';
import { postWithdrawal } from '@/lib/server/transfer-service/endpoints';
import { LOOK_EVERY_MS, startLoop } from '@/lib/server/workers/loop';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const SENDERS = 4;
// Of what nobody waits for.
const SELDOM_MS = 2_000;
const WATCH_EVERY_MS = 30_000;

/** Starts everything about sends that happens without a person. Once per process. */
export function startSending(): void {
  // What this process approves rings for all of them. For what another did, the first looks often and the others for when it is busy.
  for (let sender = 1; sender <= SENDERS; sender += 1) startLoop(`send ${sender}`, sendNext, sender * LOOK_EVERY_MS);
  startLoop('reap', reapSends, SELDOM_MS);
  startLoop('reconcile', reconcileSends);
  startLoop('track', trackSends);
  startLoop('cost', checkCosts, SELDOM_MS);
  startLoop('watch', watchClosed, WATCH_EVERY_MS);
  startLoop('expire', expireRequests, SELDOM_MS);
}

/** Claims one send, posts it once and records what was seen. Gives how many were sent: 0 or 1. */
export async function sendNext(): Promise<number> {
  const claim = await claimSend();
  if (!claim) return 0;
  await sendClaim(claim);
  return 1;
}

async function sendClaim(claim: Claim): Promise<void> {
  const seen = await postWithdrawal(claim, { isStopped, isOurs: () => isStillClaimed(claim) });
  await crashPoint('CP4');
  await recordOutcome(claim, decideOutcome(seen, parseWithdrawalBody(claim.bytes), claim));
  await crashPoint('CP6');
}
