// A process of the console that may die at any moment: approves waiting requests and sends approved ones, with the real
// code. Exits when its standard input ends, so that it never outlives the harness.
import { asc, eq, sql } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { Person } from '@/lib/server/auth/sessions';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { armCrashPoint, type CrashPoint } from '@/lib/server/runtime/crash-points';
import { startSending } from '@/lib/server/sends/worker';
import { startListening } from '@/lib/server/workers/listen';

/** Options of the process, its only argument. */
export interface WorkerOptions {
  approvers: Omit<Person, 'authenticatedAt'>[];
  /** The crash point, and the number of passes before the crash. */
  crashAt?: { point: CrashPoint; passes: number };
}

const { approvers, crashAt } = JSON.parse(process.argv[2] ?? '') as WorkerOptions;
process.stdin.on('end', () => process.exit()).resume();
if (crashAt) armCrashPoint(crashAt.point, crashAt.passes);
startListening();
startSending();
console.log('ready');
for (;;) {
  const decided = await decideOnNext().catch(() => false);
  if (!decided) await delay(100);
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
  await Promise.all(approvers.map((approver) => decideAs({ ...approver, authenticatedAt: new Date() }, decision)));
  return true;
}
