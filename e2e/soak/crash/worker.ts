// A process of the console that may die at any moment: it decides on what waits and sends what is approved, with the
// real code. Ends when its standard input does, so that nothing outlives the harness.
import { asc, eq, sql } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema';
import type { Person } from '@/lib/server/auth/sessions';
import { decideAs } from '@/lib/server/requests/decide';
import { armCrashPoint, type CrashPoint } from '@/lib/server/runtime/crash-points';
import { startSending } from '@/lib/server/sends/worker';

/** What a process is told, as its one argument. */
export interface Orders {
  approvers: Omit<Person, 'authenticatedAt'>[];
  /** Where it is to die, after so many passes. */
  arm?: { point: CrashPoint; passes: number };
}

const { approvers, arm } = JSON.parse(process.argv[2] ?? '') as Orders;
process.stdin.on('end', () => process.exit()).resume();
if (arm) armCrashPoint(arm.point, arm.passes);
startSending();
console.log('up');
for (;;) {
  const decided = await decideOnNext().catch(() => false);
  if (!decided) await delay(100);
}

/** Lets every approver decide on one request that waits. Gives whether there was one. */
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
