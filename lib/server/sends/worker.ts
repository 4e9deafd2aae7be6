import 'server-only';
import { decideOutcome } from '@/lib/sends/send-machine';
import { expireRequests } from '@/lib/server/requests/expire';
import { adoptMirrored } from '@/lib/server/sends/adopt';
import { checkCosts } from '@/lib/server/sends/costs';
import { type Claim, claimSend, isStillClaimed, reapSends } from '@/lib/server/sends/claim/claim';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { recordOutcome } from '@/lib/server/sends/record';
import { isStopped } from '@/lib/server/stop-switch/stop-switch';
import { trackSends } from '@/lib/server/sends/track';
import { watchAudit } from '@/lib/server/sends/watch-audit';
import { watchTransfers } from '@/lib/server/transfer-watch/watch-transfers';
import { postWithdrawal } from '@/lib/server/transfer-service/endpoints';
import { SLOW_INTERVAL_MS, startLoop } from '@/lib/server/workers/loop';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const FURTHER_SENDERS = ['send 2', 'send 3', 'send 4'] as const;

/** Starts all background work on sends, once per process. */
export function startSending(): void {
  startSenders();
  startFollowing();
}

/** Starts the loops that send what is due. */
function startSenders(): void {
  // An approval wakes every sender. For what is due later the first sender polls often, the others seldom: they only
  // matter while the first is busy.
  startLoop('send 1', () => sendNext(), { followsAudit: true });
  for (const name of FURTHER_SENDERS)
    startLoop(name, () => sendNext(), { everyMs: SLOW_INTERVAL_MS, followsAudit: true });
}

/** Starts the loops that find out what became of sends; of a process without senders, for the crash test. */
export function startFollowing(): void {
  startLoop('reap', reapSends, { everyMs: SLOW_INTERVAL_MS });
  startLoop('adopt', adoptMirrored, { everyMs: SLOW_INTERVAL_MS });
  startLoop('reconcile', reconcileSends);
  startLoop('track', trackSends, { everyMs: SLOW_INTERVAL_MS, followsAudit: true });
  startLoop('cost', checkCosts, { everyMs: SLOW_INTERVAL_MS });
  startLoop('watch', watchTransfers, { everyMs: SLOW_INTERVAL_MS });
  startLoop('audit watch', watchAudit, { everyMs: SLOW_INTERVAL_MS });
  startLoop('expire', expireRequests, { everyMs: SLOW_INTERVAL_MS });
}

/**
 * Claims the send that is due longest, or that of one request, posts it once and records the outcome. Returns how many
 * were sent: 0 or 1.
 */
export async function sendNext(requestId?: string): Promise<number> {
  const claim = await claimSend(requestId);
  if (!claim) return 0;
  await sendClaim(claim);
  return 1;
}

async function sendClaim(claim: Claim): Promise<void> {
  const observation = await postWithdrawal(claim, { isStopped, isOurs: () => isStillClaimed(claim) });
  await crashPoint('CP4');
  await recordOutcome(claim, decideOutcome(observation, parseWithdrawalBody(claim.bytes), claim));
  await crashPoint('CP6');
}
