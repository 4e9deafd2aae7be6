/**
 * Sends one request right after its last approval, in the process that recorded it, so that the approver sees the
 * withdrawal leave: docs/specification/send-protocol.md#sent-by-the-approval.
 *
 * Invariants:
 * - It sends by `sendNext`, as the workers do. Which of them sends is decided by the claim in the database.
 * - The answer to the approval never ends a post that has begun, and the process ends after it, as after a worker's.
 * - Whatever fails here is the workers' to go on with: a queued send is due, and a claim that is lost is reaped.
 */
import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { isDue } from '@/lib/server/sends/claim/claim';
import { sendNext } from '@/lib/server/sends/worker';
import { endsBeforeStop, isStopping } from '@/lib/server/workers/loop';

/** How long an approval waits for its send at most. */
const MAX_WAIT_MS = 1_000;
const LOOK_MS = 20;
// As many as there are workers: with more at once, the process keeps its connections for its pages.
const MAX_AT_ONCE = 4;

const running = () => singleton('sends.by-approvals', () => new Set<string>());

/**
 * Sends an approved request where this process sends at all, and waits for the outcome for a second at most, or not at
 * all. Does nothing while workers are off, the process stops, or enough such sends run. Never throws: what the send
 * came to is read from the request.
 */
export async function sendApproved(
  requestId: string,
  { answersAtOnce = false, maxWaitMs = MAX_WAIT_MS }: { answersAtOnce?: boolean; maxWaitMs?: number } = {},
): Promise<void> {
  if (settings().CONSOLE_WORKERS !== 'on' || isStopping()) return;
  if (running().size >= MAX_AT_ONCE || running().has(requestId)) return;
  if (answersAtOnce) return void begin(requestId);
  const deadline = performance.now() + maxWaitMs;
  try {
    const isOver = await withTimeout(
      maxWaitMs,
      () => begin(requestId),
      () => 0,
    );
    // Where a worker was first, it has the send; this looks how far it is.
    if (isOver === 0) await waitForOthers(requestId, deadline);
  } catch (error) {
    log.error({ requestId, err: error }, 'waiting for a send after its last approval failed; the workers go on');
  }
}

/** Sends, however long it takes. Returns how many were sent: 0 or 1. */
async function begin(requestId: string): Promise<number> {
  running().add(requestId);
  try {
    return await endsBeforeStop(sendNext(requestId));
  } catch (error) {
    log.error({ requestId, err: error }, 'sending after the last approval failed; the workers go on');
    return 0;
  } finally {
    running().delete(requestId);
  }
}

/** Waits while a worker claims or posts the send; not for one that waits for a time or is stopped. */
async function waitForOthers(requestId: string, deadline: number): Promise<void> {
  while (performance.now() < deadline && (await isUnderWay(requestId))) await delay(LOOK_MS);
}

async function isUnderWay(requestId: string): Promise<boolean> {
  const [found] = await database().select({ state: sends.state }).from(sends).where(eq(sends.requestId, requestId));
  // A claim that is not committed yet still reads as due.
  return found?.state === 'SENDING' || (found?.state === 'QUEUED' && (await isDue(requestId)));
}
