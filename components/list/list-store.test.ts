import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { TRANSFER_LIST } from '@/app/(console)/transfers/_list/transfer-list';
import type { ListDefinition } from '@/components/list/list-kind';
import { ListStore } from '@/components/list/list-store';
import type { Coverage } from '@/lib/mirror/coverage';
import type { TransferListPage } from '@/lib/transfers/transfer';

const COVERAGE: Coverage = {
  transfers: 9,
  isComplete: true,
  asOf: null,
  oldestAt: null,
  progress: null,
  error: null,
  staleSince: null,
  missingIndexes: 0,
  answeredAt: '2026-11-20T14:59:00Z',
};
const page = (ids: string[], nextCursor: string | null): TransferListPage => ({
  items: ids.map((id) => ({ id, flaws: [] })),
  nextCursor,
  topCursor: ids[0] ?? null,
  coverage: COVERAGE,
});

const withStatus = (ids: string[], status: string, next: string | null) => {
  const { items, ...rest } = page(ids, next);
  return { ...rest, items: items.map((item) => ({ ...item, status })) } as TransferListPage;
};

/** Answers each request with the page of its cursor. Returns the cursors in the order of the requests. */
function answerWith(pages: Record<string, TransferListPage>) {
  const asked: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, { signal }: { signal: AbortSignal }) => {
      const cursor = new URLSearchParams(path.split('?')[1]).get('cursor') ?? '';
      asked.push(cursor);
      await Promise.resolve();
      signal.throwIfAborted();
      return Response.json(pages[cursor]);
    }),
  );
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

test('reading more whenever nothing is being read reads each page and each row once', async () => {
  const asked = answerWith({ '': page(['a', 'b'], 'c1'), c1: page(['c', 'd'], 'c2'), c2: page(['e'], null) });
  const list = new ListStore(TRANSFER_LIST, '');
  // As the page does on each change.
  const end = new Promise<void>((resolve) => {
    list.subscribe(() => {
      const { info, reading, next } = list.state();
      if (!info || reading) return;
      if (next === null) resolve();
      else void list.readMore();
    });
  });
  await list.readTop();
  await end;
  expect(asked).toEqual(['', 'c1', 'c2']);
  expect(list.state().items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(list.indexOf('d')).toBe(3);
});

test('a row that comes again because it moved along the order keeps its first place', async () => {
  answerWith({ '': page(['a', 'b'], 'c1'), c1: page(['b', 'c'], null) });
  const list = new ListStore(TRANSFER_LIST, 'sort=updated');
  await list.readTop();
  await list.readMore();
  expect(list.state().items.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('reading the top cancels the page that is being read, and keeps the rows until then', async () => {
  answerWith({ '': page(['a'], 'c1'), c1: page(['b'], null) });
  const list = new ListStore(TRANSFER_LIST, '');
  await list.readTop();
  const more = list.readMore();
  const top = list.readTop();
  expect(list.state().items).toHaveLength(1);
  await Promise.all([more, top]);
  expect(list.state()).toMatchObject({
    items: [{ id: 'a' }],
    next: 'c1',
    reading: undefined,
    error: undefined,
    edition: 2,
  });
});

test('a failed page keeps the rows and can be read again', async () => {
  const asked = answerWith({ '': page(['a'], 'c1') });
  const list = new ListStore(TRANSFER_LIST, '');
  await list.readTop();
  await list.readMore();
  expect(list.state().error).toMatchObject({ of: 'more', reason: expect.any(Error) as Error });
  expect(list.state()).toMatchObject({ items: [{ id: 'a' }], next: 'c1', reading: undefined });
  answerWith({ c1: page(['b'], null) });
  await list.readMore();
  expect(list.state()).toMatchObject({ items: [{ id: 'a' }, { id: 'b' }], next: null, error: undefined });
  expect(asked).toEqual(['', 'c1']);
});

test('only drawn pages with rows that are not final are read again', async () => {
  answerWith({ '': withStatus(['a', 'b'], 'COMPLETED', 'c1'), c1: withStatus(['c', 'd'], 'PENDING', null) });
  const list = new ListStore(TRANSFER_LIST, '');
  await list.readTop();
  await list.readMore();
  const asked = answerWith({ c1: withStatus(['new', 'c', 'd'], 'COMPLETED', null) });
  list.setDrawn(['a', 'b']);
  await list.refreshDrawn(new AbortController().signal);
  expect(asked).toEqual([]);
  list.setDrawn(['b', 'c', 'd']);
  await list.refreshDrawn(new AbortController().signal);
  expect(asked).toEqual(['c1']);
  expect(list.state().items.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'a COMPLETED',
    'b COMPLETED',
    'c COMPLETED',
    'd COMPLETED',
  ]);
});

test('a transfer that was read elsewhere updates its row and keeps its match', async () => {
  const found: TransferListPage = {
    ...page([], null),
    items: [{ id: 'a', flaws: [], status: 'PENDING', match: { field: 'ref_id', how: 'exact' } }],
  };
  answerWith({ '': found });
  const list = new ListStore(TRANSFER_LIST, 'q=a');
  await list.readTop();
  list.update([
    { id: 'a', flaws: [], status: 'COMPLETED' },
    { id: 'z', flaws: [] },
  ]);
  expect(list.state().items).toEqual([
    { id: 'a', flaws: [], status: 'COMPLETED', match: { field: 'ref_id', how: 'exact' } },
  ]);
});

interface Order {
  key: string;
  version: number;
}

interface OrderPage {
  items: Order[];
  nextCursor: string | null;
  topCursor: string | null;
  currency: string;
}

const ORDERS: ListDefinition<Order, OrderPage> = {
  pageEndpoint: (search) => ({
    path: `/orders?${search.toString()}`,
    isAnswer: (body): body is OrderPage => typeof body === 'object',
  }),
  rowsOf: ({ items }) => items,
  keyOf: ({ key }) => key,
  isFinal: ({ version }) => version > 1,
};

/** Answers each request for orders with the page whose number is its cursor. */
function answerWithOrders(pages: readonly (readonly Order[])[]) {
  const fetched = vi.fn<(path: string) => Promise<Response>>((path) => {
    const number = Number(new URLSearchParams(path.split('?')[1]).get('cursor') ?? 0);
    const nextCursor = number + 1 < pages.length ? String(number + 1) : null;
    return Promise.resolve(Response.json({ items: pages[number], nextCursor, topCursor: 'top', currency: 'EUR' }));
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('every item of any pages has one row, in the order in which it was first read', async () => {
  const anyOrder = fc.record({ key: fc.constantFrom(...'abcdefgh', '__proto__', ''), version: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyOrder, { maxLength: 6 }), { minLength: 1, maxLength: 5 }), async (pages) => {
      answerWithOrders(pages);
      const list = new ListStore(ORDERS, '');
      await list.readTop();
      while (list.state().next !== null) await list.readMore();
      const keys = [...new Set(pages.flat().map(({ key }) => key))];
      expect(list.state().items.map(({ key }) => key)).toEqual(keys);
      expect(keys.map((key) => list.indexOf(key))).toEqual(keys.map((_, index) => index));
      expect(list.state().info).toEqual({ currency: 'EUR' });
    }),
  );
});

test('a list without an endpoint for newer items counts none and asks for none', async () => {
  const fetched = answerWithOrders([[{ key: 'a', version: 1 }]]);
  const list = new ListStore(ORDERS, '');
  await list.readTop();
  await list.countNewer(new AbortController().signal);
  expect(list.state().newer).toBe(0);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('an item that was read again replaces the one in its row, and rows of no item are not read again', async () => {
  answerWithOrders([[{ key: 'a', version: 1 }]]);
  const list = new ListStore(ORDERS, '');
  await list.readTop();
  list.setDrawn(['a', 'a-child']);
  const fetched = answerWithOrders([[{ key: 'a', version: 2 }]]);
  await list.refreshDrawn(new AbortController().signal);
  expect(list.state().items).toEqual([{ key: 'a', version: 2 }]);
  await list.refreshDrawn(new AbortController().signal);
  expect(fetched).toHaveBeenCalledTimes(1);
});
