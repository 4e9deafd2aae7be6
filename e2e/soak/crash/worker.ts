// A process of the console that may die at any moment: approves waiting requests, sends approved ones, as a worker or
// right after the last approval, and queues declined ones again, with the real code. Exits when its standard input
// ends, so that it never outlives the harness.
import { asc, eq, sql } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import { database, inTransaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Person } from '@/lib/server/auth/sessions';
import { startSync } from '@/lib/server/mirror/sync/sync';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { armCrashPoint, type CrashPoint } from '@/lib/server/runtime/crash-points';
import { resolveSendChange } from '@/lib/server/sends/resolve';
import { sendApproved } from '@/lib/server/sends/send-approved';
import { startFollowing, startSending } from '@/lib/server/sends/worker';
import { startListening } from '@/lib/server/workers/listen';

export type Sender = 'worker' | 'approval';

/** Options of the process, its only argument. */
export interface WorkerOptions {
  approvers: Omit<Person, 'authenticatedAt'>[];
  /** Who sends in this process: its workers, or only the last approvals that it records. */
  sender: Sender;
  /** The crash point, and the number of passes before the crash. */
  crashAt?: { point: CrashPoint; passes: number };
}

const { approvers, sender, crashAt } = JSON.parse(process.argv[2] ?? '') as WorkerOptions;
process.stdin.on('end', () => process.exit()).resume();
if (crashAt) armCrashPoint(crashAt.point, crashAt.passes);
startListening();
if (sender === 'worker') startSending();
else startFollowing();
// Nothing is queued again before the mirror and a look at the service show that no transfer has its reference.
startSync();
console.log('ready');
for (;;) {
  const decided = await decideOnNext().catch(() => false);
  const queued = await queueNextAgain().catch(() => false);
  if (!decided && !queued) await delay(100);
}

/** Lets two people queue one declined send again. Returns whether there was one. */
async function queueNextAgain(): Promise<boolean> {
  const [declined] = await database()
    .select({ subject: sends.requestId })
    .from(sends)
    .where(eq(sends.state, 'REFUSED'))
    .orderBy(asc(sql`random()`))
    .limit(1);
  const [proposer, confirmer] = approvers.map((approver) => ({ ...approver, authenticatedAt: new Date() }));
  if (!declined || !proposer || !confirmer) return false;
  const { subject } = declined;
  const prepared = await resolveSendChange.prepare({ subject, payload: { kind: 'send-again' }, person: proposer });
  if (!prepared.ok) return false;
  const change = { subject, payload: prepared.value, proposalId: 'crash', confirmer };
  return (await inTransaction((transaction) => resolveSendChange.apply(transaction, change))).ok;
}

/** Lets every approver approve one waiting request. Returns whether there was one. */
async function decideOnNext(): Promise<boolean> {
  const [waiting] = await database()
    .select({
      requestId: requestVersions.requestId,
      version: requestVersions.version,
      bodySha256: requestVersions.bodySha256,
    })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, requestVersions.requestId))
    .where(eq(withdrawalRequests.state, 'AWAITING_APPROVAL'))
    .orderBy(asc(sql`random()`))
    .limit(1);
  if (!waiting) return false;
  const decision = { ...waiting, verdict: 'APPROVED', comment: '' };
  const afterLast = sender === 'approval' ? sendApproved : undefined;
  const authenticatedAt = new Date();
  await Promise.all(approvers.map((approver) => decideAs({ ...approver, authenticatedAt }, decision, afterLast)));
  return true;
}
