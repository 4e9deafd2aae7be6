import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { as, caller } from '@/scripts/testing/people/caller';
import { historyRecords, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { runs } from '@/scripts/testing/property-runs';
import { setUpReplicatedDatabase } from '@/scripts/testing/database/replicated-database';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { checkReplicas, listReplicas } from '@/lib/server/database/replicas/replicas';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Person } from '@/lib/server/auth/sessions';
import { createRequest } from '@/lib/server/requests/creation/create';
import { cancelAs } from '@/lib/server/requests/votes/cancel';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { listTransferPage } from '@/lib/server/transfers/read';
import { readTransferQuery } from '@/lib/transfers/query';

// The replica stopped to follow before anything was requested, and goes on to answer for an hour.
const { replicas } = setUpReplicatedDatabase([-1], { CONSOLE_WORKERS: 'off', DATABASE_READ_MAX_LAG_MS: 3_600_000 });
const FILTERED = readTransferQuery(new URLSearchParams('status=COMPLETED'));
let requester: Person & { sessionId: string };
let readerSession: string;
const approvers: Person[] = [];

beforeAll(async () => {
  await storeRecords(historyRecords(50));
  await vi.waitUntil(async () => {
    await checkReplicas();
    return listReplicas()[0]?.problem === null && (await count('mirror_transfers'))?.[0]?.n === 50;
  }, 20_000);
  await replicas[0]?.query('select pg_wal_replay_pause()');
  const signedIn = await signInAs('requester', ['finance', 'approver']);
  requester = { ...signedIn.person, sessionId: signedIn.sessionId };
  readerSession = (await signInAs('reader', ['support'])).sessionId;
  for (const name of ['one', 'two', 'three']) approvers.push((await signInAs(name, ['approver'])).person);
});

const count = (table: string) => replicas[0]?.query(`select count(*)::int as n from ${table}`);

type Step = { act: 'approve' | 'reject'; who: number } | { act: 'cancel' } | { act: 'browse' };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('approve' as const), who: fc.integer({ min: -1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reject' as const), who: fc.integer({ min: -1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.constant({ act: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.constant({ act: 'browse' as const }) },
);

/** What a request is to be after a step, by the rules alone. */
interface Model {
  state: 'AWAITING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'CANCELLED';
  approvals: number;
  decided: Map<number, 'approve' | 'reject'>;
}

const REQUIRED = 2;

/** Tells whether a step is to be taken, and changes the model where it is. */
function predict(model: Model, taken: Exclude<Step, { act: 'browse' }>): boolean {
  if (taken.act === 'cancel') {
    if (model.state !== 'AWAITING_APPROVAL' && model.state !== 'APPROVED') return false;
    model.state = 'CANCELLED';
    return true;
  }
  // Each decides once: the same decision again is answered as before, and another is denied.
  const before = model.decided.get(taken.who);
  if (before !== undefined) return before === taken.act;
  if (model.state !== 'AWAITING_APPROVAL' || taken.who === -1) return false;
  model.decided.set(taken.who, taken.act);
  if (taken.act === 'reject') model.state = 'REJECTED';
  else if ((model.approvals += 1) === REQUIRED) model.state = 'APPROVED';
  return true;
}

async function decide(requestId: string, { act, who }: { act: 'approve' | 'reject'; who: number }): Promise<boolean> {
  const [seen] = await database().select().from(requestVersions).where(eq(requestVersions.requestId, requestId));
  if (!seen) throw new Error('a request has a version');
  const person = who === -1 ? requester : approvers[who];
  const { version, bodySha256 } = seen;
  const verdict = act === 'approve' ? 'APPROVED' : 'REJECTED';
  return (await decideAs(person!, { requestId, version, bodySha256, verdict, comment: 'x' })).ok;
}

async function browse(): Promise<void> {
  caller.sessionId = readerSession;
  await checkReplicas();
  const page = await listTransferPage({ query: FILTERED });
  // Otherwise nothing here would be stale.
  expect(page).toMatchObject({ ok: true, value: { coverage: { replicaAsOf: expect.any(String) as string } } });
  as(requester);
}

const RUNS = runs(0.05);
// One sequence always ends in an approval.
const TO_APPROVAL: Step[] = [0, 1].map((who) => ({ act: 'approve', who }));

it(`nothing is decided from a replica that is behind (${RUNS} sequences)`, { timeout: 300_000 }, async () => {
  let approved = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      await browse();
      const { requestId } = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
      const model: Model = { state: 'AWAITING_APPROVAL', approvals: 0, decided: new Map() };
      for (const taken of steps) {
        if (taken.act === 'browse') await browse();
        else if (taken.act === 'cancel')
          expect((await cancelAs(requester, { requestId })).ok).toBe(predict(model, taken));
        else expect(await decide(requestId, taken)).toBe(predict(model, taken));
      }
      const [request] = await database().select().from(withdrawalRequests).where(eq(withdrawalRequests.id, requestId));
      expect(request?.state).toBe(model.state);
      expect(await database().$count(sends, eq(sends.requestId, requestId))).toBe(model.state === 'APPROVED' ? 1 : 0);
      if (model.state === 'APPROVED') approved += 1;
    }),
    { numRuns: RUNS, examples: [[TO_APPROVAL]] },
  );
  expect(approved).toBeGreaterThan(0);
  // The replica has none of it.
  expect(await count('withdrawal_requests')).toEqual([{ n: 0 }]);
});
