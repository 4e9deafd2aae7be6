import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addManyRequests } from '@/scripts/testing/data/many-requests';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { ProposalKind } from '@/lib/proposals/proposals';
import { countNeedsMe } from '@/lib/requests/queue';
import { database, pool } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { readSending } from '@/lib/server/sends/overview';

const running = setUpTestConsole();
let [finance, both, one, two, admin, support]: [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn, SignedIn] =
  [] as never;

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  both = await signInAs('both', ['finance', 'approver']);
  one = await signInAs('approver-one', ['approver']);
  two = await signInAs('approver-two', ['approver']);
  admin = await signInAs('admin', ['admin']);
  support = await signInAs('support', ['support']);
});
beforeEach(async () => {
  await withoutTriggers(async (transaction) => {
    await transaction.delete(proposals);
    await transaction.delete(sends);
    await transaction.update(withdrawalRequests).set({ state: 'CANCELLED' });
  });
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const form = () => filledForm({ destinationAddress: newAddress() });

async function make(person = finance): Promise<string> {
  as(person);
  return surely(await createRequest({ formKey: randomUUID(), form: form() })).requestId;
}

async function makeUnknown(person = finance, state: 'UNKNOWN' | 'HOLD' = 'UNKNOWN'): Promise<string> {
  const id = await make(person);
  await withoutTriggers(async (transaction) => {
    await transaction.insert(sends).values({ requestId: id, state });
    await transaction.update(withdrawalRequests).set({ state: 'APPROVED' }).where(eq(withdrawalRequests.id, id));
  });
  return id;
}

const propose = (person: SignedIn, kind: ProposalKind, subject: string = randomUUID()) =>
  database().insert(proposals).values({ kind, subject, payload: {}, comment: 'needed', proposedBy: person.person.id });

async function look(person: SignedIn) {
  as(person);
  return surely(await readQueue());
}

/** Reads the queue and the count as a person, which must agree. */
async function needs(person: SignedIn) {
  const queue = await look(person);
  expect(await countWaiting(person.person)).toBe(countNeedsMe(queue));
  const { needsMe, batches, changes, unresolved } = queue;
  return {
    requests: needsMe.map(({ id }) => id),
    batches: batches.needsMe.length,
    changes: changes.needsMe.map(({ kind }) => kind),
    unresolved: unresolved.map(({ id }) => id),
  };
}
const NOTHING = { requests: [], batches: 0, changes: [], unresolved: [] };

describe('what waits for a person', () => {
  it('is every request, batch and test payment that they can decide on, and nothing of their own', async () => {
    const [single, own] = [await make(), await make(both)];
    as(finance);
    const batch = await createBatch({ batchKey: randomUUID(), name: 'March', items: [form(), form(), form()] });
    expect(batch.ok).toBe(true);
    const test = surely(
      await createTestPayment({
        formKey: randomUUID(),
        form: { ...form(), value: '1.50', testAmount: '0.01' },
      }),
    );
    const tested = test.requestId;
    expect(await needs(one)).toEqual({ ...NOTHING, requests: [single, own, tested], batches: 1 });
    expect(await needs(both)).toEqual({ ...NOTHING, requests: [single, tested], batches: 1 });
    expect((await look(both)).others).toMatchObject([{ id: own, isMine: true }]);
    expect(await countWaiting(one.person)).toBe(4);
    const [line] = (await look(one)).batches.needsMe;
    const review = { approvals: { given: 0, required: 2 }, looks: 0, addresses: 3 };
    expect(line?.review).toMatchObject(review);
    if (!batch.ok) return;
    as(two);
    const whole = surely(await readBatch(batch.value.bundleId));
    for (const [index, { id, version, bodySha256 }] of whole.items.entries()) {
      const vote = index === 0 ? { verdict: 'REJECTED', comment: 'twice' } : { verdict: 'APPROVED', comment: '' };
      expect(await decideOnRequest({ requestId: id, version, bodySha256, ...vote })).toMatchObject({ ok: true });
    }
    // The sum is that of what waits, as the line says.
    expect((await look(one)).batches.needsMe).toMatchObject([
      { count: 3, waiting: 2, totals: [{ count: 2 }], review: { approvals: { given: 1, required: 2 } } },
    ]);
  });

  it('no longer counts what the person has decided on, or what has expired', async () => {
    const [first, second] = [await make(), await make()];
    as(one);
    const { version, bodySha256 } = surely(await readRequest(first));
    expect(
      await decideOnRequest({ requestId: first, version, bodySha256, verdict: 'APPROVED', comment: '' }),
    ).toMatchObject({ ok: true });
    expect((await needs(one)).requests).toEqual([second]);
    expect((await needs(two)).requests).toEqual([first, second]);
    await withoutTriggers((transaction) => transaction.update(withdrawalRequests).set({ expiresAt: new Date(0) }));
    expect(await needs(two)).toEqual(NOTHING);
  });

  it('is every proposed change that they can confirm; their own wait for others', async () => {
    await propose(finance, 'recipient');
    await propose(admin, 'policy', 'policy');
    await propose(admin, 'registry', 'registry');
    expect(await needs(one)).toEqual({ ...NOTHING, changes: ['recipient'] });
    expect((await needs(admin)).changes).toEqual(['recipient']);
    expect((await look(admin)).changes.mine.map(({ kind }) => kind)).toEqual(['policy', 'registry']);
    const second = await signInAs('admin-two', ['admin']);
    expect((await needs(second)).changes).toEqual(['recipient', 'policy', 'registry']);
    expect((await look(finance)).changes).toMatchObject({ needsMe: [], mine: [{ kind: 'recipient' }] });
  });

  it('is every unknown outcome that they may resolve, until somebody proposes how', async () => {
    const [unknown, held, own] = [await makeUnknown(), await makeUnknown(finance, 'HOLD'), await makeUnknown(both)];
    expect((await needs(one)).unresolved).toEqual([unknown, held, own]);
    expect((await needs(both)).unresolved).toEqual([unknown, held]);
    expect((await look(support)).unresolved).toEqual([]);
    await propose(one, 'resolve-send', unknown);
    expect(await needs(one)).toEqual({ ...NOTHING, unresolved: [held, own] });
    expect(await needs(two)).toEqual({ ...NOTHING, changes: ['resolve-send'], unresolved: [held, own] });
  });
});

describe('the number in the navigation', () => {
  it('is told to people who decide, in one statement, and asked of nobody else', async () => {
    await make();
    const query = vi.spyOn(pool(), 'query');
    expect(await countWaiting(one.person)).toBe(1);
    expect(query).toHaveBeenCalledTimes(1);
    for (const person of [finance, support]) expect(await countWaiting(person.person)).toBeNull();
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    as(one);
    expect(await readSending()).toMatchObject({ value: { waiting: 1, personId: one.person.id } });
    as(support);
    expect(await readSending()).toMatchObject({ value: { waiting: null } });
  });

  it('reads no whole table where there are many finished requests', async () => {
    // A connection without the time limits of the console's.
    const client = new Client(running.databaseUrl);
    await client.connect();
    try {
      await addManyRequests(client, 20_000);
      const query = vi.spyOn(pool(), 'query');
      await countWaiting(one.person);
      const [[statement]] = query.mock.calls as unknown as [[{ text: string; values: unknown[] }]];
      const { text, values } = statement;
      query.mockRestore();
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('withdrawal_requests_awaiting');
      expect(plan).not.toMatch(/Seq Scan on (withdrawal_requests|request_versions)/);
    } finally {
      await client.end();
    }
  });
});
