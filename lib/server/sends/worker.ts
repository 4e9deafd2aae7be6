import 'server-only';
import { once } from 'node:events';
import { decideOutcome } from '@/lib/sends';
import { log } from '@/lib/server/log';
import { processWide } from '@/lib/server/process-wide';
import { type Claim, claimSend, reapSends } from '@/lib/server/sends/claim';
import { recordOutcome } from '@/lib/server/sends/record';
import { trackSends } from '@/lib/server/sends/track';
import { bell } from '@/lib/server/sends/wake';
import { postWithdrawal } from '@/lib/server/service/endpoints';
import type { WithdrawalBody } from '@/lib/withdrawals';

const LOOK_EVERY_MS = 500;
const SENDERS = 4;

/** Starts the worker of this process: sends what is queued, reaps lost leases, follows accepted transfers. Once per process. */
export function startWorker(): void {
  processWide('sends.worker', () => {
    for (let sender = 0; sender < SENDERS; sender += 1) void repeat('send', sendNext);
    void repeat('reap', reapSends);
    void repeat('track', trackSends);
    return true;
  });
}

/** Claims one send, posts it once and records what was seen. Gives how many were sent: 0 or 1. */
export async function sendNext(): Promise<number> {
  const claim = await claimSend();
  if (!claim) return 0;
  await sendClaim(claim);
  return 1;
}

async function sendClaim(claim: Claim): Promise<void> {
  const seen = await postWithdrawal(claim);
  await recordOutcome(claim, decideOutcome(seen, JSON.parse(claim.bytes) as WithdrawalBody, claim.wasAmbiguous));
}

// Goes on at once while there is work; otherwise looks again after a while, or when the bell rings.
async function repeat(name: string, work: () => Promise<number>): Promise<never> {
  for (;;) {
    let done = 0;
    try {
      done = await work();
    } catch (error) {
      log.error({ err: error, work: name }, 'the worker had a fault and goes on');
    }
    if (done === 0) await once(bell(), 'ring', { signal: AbortSignal.timeout(LOOK_EVERY_MS) }).catch(() => undefined);
  }
}
