import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest({ transfers: 1234 });
});
afterAll(() => sandbox.remove());

describe('get transfer', () => {
  it('a created transfer is found by its id, as a bare record', async () => {
    const { body } = await sandbox.api.create({ ref_id: 'found' });
    expect(await sandbox.api.transfer(body.id)).toEqual(body);
  });

  it('every transfer of the list is found by its id', async () => {
    const { items } = await sandbox.api.page({ limit: '40' });
    expect(await Promise.all(items.map(({ id }) => sandbox.api.transfer(id)))).toEqual(items);
  });

  it.each(['00000000-0000-0000-0000-000000000000', 'nothing', '%00', 'b4a0d872-3d21-49ed-8c92-9e641133b886'])(
    'an unknown transfer_id (%s) answers 404',
    async (id) => {
      const response = await sandbox.api.get(`/v2/transfer/transfers/${id}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ type: 'https://sandbox.example/problems/not-found', status: 404 });
    },
  );
});

describe('list transfers', () => {
  it('a page has records and a cursor; without a limit a hundred', async () => {
    const page = await sandbox.api.page();
    expect(Object.keys(page)).toEqual(['items', 'next_page_cursor']);
    expect(page.items).toHaveLength(100);
  });

  it('the cursor leads to the next page and an empty one is the first page', async () => {
    const first = await sandbox.api.page({ limit: '10', page_cursor: '' });
    const second = await sandbox.api.page({ limit: '10', page_cursor: first.next_page_cursor });
    const both = await sandbox.api.page({ limit: '20' });
    expect([...first.items, ...second.items]).toEqual(both.items);
  });

  it('an empty cursor ends the list, even after a full last page', async () => {
    const all = await sandbox.api.walk(1000);
    const { history_size: old, created_size: created } = await sandbox.api.inspect('stats');
    expect(all).toHaveLength(Number(old) + Number(created));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const fullPages = [2, 3, 5, 7].map((pages) => all.length / pages).find((limit) => Number.isInteger(limit)) ?? 1;
    expect(await sandbox.api.walk(fullPages)).toEqual(all);
  });

  it('the newest comes first', async () => {
    const times = (await sandbox.api.walk(500)).map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it.each(['0', '1001', '-1', '1.5', 'x', ''])('the limit %j is rejected', async (limit) => {
    expect((await sandbox.api.get(`/v2/transfer/transfers?limit=${limit}`)).status).toBe(400);
  });

  it.each(['x', 'bmV3ZXN0LWZpcnN0fDA', '%00'])('the cursor %j is rejected', async (cursor) => {
    expect((await sandbox.api.get(`/v2/transfer/transfers?page_cursor=${cursor}`)).status).toBe(400);
  });

  it('parameters that the interface does not have are ignored', async () => {
    const plain = await sandbox.api.page({ limit: '5' });
    expect(
      await sandbox.api.page({
        limit: '5',
        ref_ids: 'nothing',
        statuses: 'FAILED',
        order: 'ASC',
        'updated_at.gte': '2099-01-01T00:00:00Z',
      }),
    ).toEqual(plain);
  });
});

it('unknown paths, outside /v2 and inside, answer 404', async () => {
  expect((await sandbox.api.get('/v1/transfer/transfers')).status).toBe(404);
  expect((await sandbox.api.get('/v2/transfer/other')).status).toBe(404);
});

describe('filters beyond the interface', () => {
  it('are ignored by default', async () => {
    const { items } = await sandbox.api.page({ limit: '3', ids: 'none', 'updated_at.gte': '2100-01-01T00:00:00Z' });
    expect(items).toHaveLength(3);
  });

  it('return the named transfers, and page through the changes since an instant, oldest first', async () => {
    const filtering = await startForTest({ transfers: 300, filters: ['ids', 'ref_ids', 'updated_at', 'order_by'] });
    try {
      const all = await filtering.api.walk(100);
      const [first, second] = all;
      const ids = await filtering.api.get(`/v2/transfer/transfers?ids=${first?.id}&ids=${second?.id}&ids=none`);
      expect(new Set(((await ids.json()) as { items: { id: string }[] }).items.map(({ id }) => id))).toEqual(
        new Set([first?.id, second?.id]),
      );
      await filtering.api.create({ ref_id: 'by-reference' });
      expect((await filtering.api.page({ ref_ids: 'by-reference' })).items).toMatchObject([{ ref_id: 'by-reference' }]);
      const since = all[200]?.updated_at ?? '';
      const changed: string[] = [];
      let cursor = '';
      do {
        const page = await filtering.api.page({
          limit: '40',
          'updated_at.gte': since,
          order_by: 'UPDATED_AT',
          order: 'ASC',
          page_cursor: cursor,
        });
        changed.push(...page.items.map(({ updated_at: at }) => at));
        cursor = page.next_page_cursor;
      } while (cursor !== '');
      expect(changed).toEqual(changed.toSorted());
      expect(changed).toHaveLength(all.filter(({ updated_at: at }) => at >= since).length + 1);
    } finally {
      await filtering.remove();
    }
  });
});
