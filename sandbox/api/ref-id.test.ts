import { afterEach, describe, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>> | undefined;
afterEach(async () => {
  await sandbox?.remove();
  sandbox = undefined;
});

describe('ref_id, replay protection and lookup', () => {
  it('conflict: a repeat answers 409 already-exists with the existing transfer and creates nothing', async () => {
    sandbox = await startForTest();
    const { api } = sandbox;
    const first = await api.create({ ref_id: 'once' });
    const repeat = await api.create({ ref_id: 'once', amount: '9' });
    expect([repeat.status, repeat.body.type]).toEqual([409, 'https://sandbox.example/problems/already-exists']);
    expect((repeat.body.meta as { existing: unknown }).existing).toEqual(first.body);
    expect(await api.countByRefId('once')).toBe(1);
  });

  it('replay: a repeat answers the existing record and debits nothing', async () => {
    sandbox = await startForTest({ refId: 'replay' });
    const { api } = sandbox;
    const first = await api.create({ ref_id: 'once', profile_id: 'p-small', amount: '20' });
    const repeat = await api.create({ ref_id: 'once', profile_id: 'p-small', amount: '20' });
    expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    expect((await api.create({ profile_id: 'p-small', amount: '4' })).status).toBe(200);
  });

  it('none: a repeat creates a second transfer', async () => {
    sandbox = await startForTest({ refId: 'none' });
    const { api } = sandbox;
    const first = await api.create({ ref_id: 'twice' });
    const second = await api.create({ ref_id: 'twice' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).not.toBe(first.body.id);
    expect(await api.countByRefId('twice')).toBe(2);
  });

  it.each(['conflict', 'replay'] as const)('%s: twenty concurrent creates make one transfer', async (refId) => {
    sandbox = await startForTest({ refId });
    const { api } = sandbox;
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.create({ ref_id: 'race' })));
    const ids = new Set(answers.map(({ body }) => body.id ?? (body.meta as { existing: { id: string } }).existing.id));
    expect(ids.size).toBe(1);
    expect(await api.countByRefId('race')).toBe(1);
  });

  it('a rejected create does not use up the ref_id', async () => {
    sandbox = await startForTest();
    const { api } = sandbox;
    expect((await api.create({ ref_id: 'again', profile_id: 'p-empty' })).status).toBe(403);
    expect((await api.create({ ref_id: 'again' })).status).toBe(200);
  });

  it('a reference of the history counts as a repeat', async () => {
    sandbox = await startForTest();
    const { api } = sandbox;
    const old = (await api.walk(100)).find(({ ref_id }) => ref_id !== undefined);
    const repeat = await api.create({ ref_id: old?.ref_id });
    expect((repeat.body.meta as { existing: unknown }).existing).toEqual(old);
    expect(await api.countByRefId(old?.ref_id ?? '')).toBe(1);
  });

  it('an idempotency key is stored for inspection and changes nothing else', async () => {
    sandbox = await startForTest({ refId: 'none' });
    const { api } = sandbox;
    const body = {
      profile_id: 'p-ops',
      destination_address: 'a',
      asset: 'BTC',
      crypto_network: 'BITCOIN',
      amount: '1',
      ref_id: 'keyed',
    };
    await api.post(body, { 'idempotency-key': 'key-1' });
    await api.post(body);
    expect(await api.inspect('transfers?ref_id=keyed')).toMatchObject({ count: 2, idempotency_keys: ['key-1', null] });
  });
});
