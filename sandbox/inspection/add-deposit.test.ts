import { afterAll, beforeAll, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest({ transfers: 3 });
});
afterAll(() => sandbox.remove());

const addDeposit = (body: unknown) =>
  fetch(`${sandbox.url}/_sandbox/deposits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('adds a completed deposit with any address, changes no balance and is not counted as a create', async () => {
  const answer = await addDeposit({
    destination_address: '0xpoisoned',
    amount: '20',
    profile_id: 'p-small',
    ref_id: 'depositsAdded',
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  const [newest] = await sandbox.api.walk(10);
  expect(newest).toMatchObject({
    id,
    type: 'CRYPTO_DEPOSIT',
    direction: 'CREDIT',
    status: 'COMPLETED',
    destination_address: '0xpoisoned',
    amount: '20',
    fee: '0',
  });
  expect(newest?.crypto_tx_hash).toMatch(/^0x/);
  expect(await sandbox.api.countByRefId('depositsAdded')).toBe(1);
  expect(await sandbox.api.inspect('stats')).toMatchObject({ creates_executed: 0, created_size: 1 });
  // The profile has 25, before and after.
  expect((await sandbox.api.create({ profile_id: 'p-small', amount: '24' })).status).toBe(200);
  expect((await sandbox.api.create({ profile_id: 'p-small', amount: '24' })).status).toBe(403);
});

it.each([
  {},
  { destination_address: '' },
  { destination_address: 'a', amount: '-1' },
  { destination_address: 'a', also: 1 },
  'text',
])('rejects the body %j', async (body) => {
  expect((await addDeposit(body)).status).toBe(400);
});
