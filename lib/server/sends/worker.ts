import 'server-only';
import { once } from 'node:events';
import { decideOutcome } from '@/lib/sends';
import { log } from '@/lib/server/log';
import { processWide } from '@/lib/server/process-wide';
import { expireRequests } from '@/lib/server/requests/expire';
import { type Claim, claimSend, reapSends } from '@/lib/server/sends/claim';
import { crashPoint } from '@/lib/server/sends/crash-points';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { recordOutcome } from '@/lib/server/sends/record';
import { isStopped } from '@/lib/server/sends/stop';
import { trackSends } from '@/lib/server/sends/track';
import { bell } from '@/lib/server/sends/wake';
import { postWithdrawal } from '@/lib/server/service/endpoints';
import { parseWithdrawalBody } from '@/lib/withdrawals';

const LOOK_EVERY_MS = 500;
const SENDERS = 4;

interface Worker {
  isStopping: boolean;
  loops: Promise<void>[];
}

const worker = () => processWide<Worker>('sends.worker', () => ({ isStopping: false, loops: [] }));

/** Starts the worker of this process: everything about sends that happens without a person. Once per process. */
export function startWorker(): void {
  const { loops } = worker();
  if (loops.length > 0) return;
  for (let sender = 0; sender < SENDERS; sender += 1) loops.push(repeat('send', sendNext));
  loops.push(repeat('reap', reapSends), repeat('reconcile', reconcileSends), repeat('track', trackSends), repeat('expire', expireRequests));
}

/** Takes nothing new any more, and answers when what was in hand has ended. */
export async function stopWorker(): Promise<void> {
  const running = worker();
  running.isStopping = true;
  bell().emit('ring');
  await Promise.all(running.loops);
}

/** Claims one send, posts it once and records what was seen. Gives how many were sent: 0 or 1. */
export async function sendNext(): Promise<number> {
  const claim = await claimSend();
  if (!claim) return 0;
  await sendClaim(claim);
  return 1;
}

async function sendClaim(claim: Claim): Promise<void> {
  const seen = await postWithdrawal(claim, isStopped);
  await crashPoint('CP4');
  await recordOutcome(claim, decideOutcome(seen, parseWithdrawalBody(claim.bytes), claim.wasAmbiguous));
  await crashPoint('CP6');
}

// Goes on at once while there is work; otherwise looks again after a while, or when the bell rings.
async function repeat(name: string, work: () => Promise<number>): Promise<void> {
  while (!worker().isStopping) {
    let done = 0;
    try {
      done = await work();
    } catch (error) {
      log.error({ err: error, work: name }, 'the worker had a fault and goes on');
    }
    if (done === 0) await once(bell(), 'ring', { signal: AbortSignal.timeout(LOOK_EVERY_MS) }).catch(() => undefined);
  }
}
