import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { readBatch } from '@/app/(console)/withdrawals/_list/use-open-batches';
import { listLines, type OpenBatch } from '@/app/(console)/withdrawals/_list/withdrawal-lines';
import { isFinalEntry, type ListedBatch, type ListedRequest, type ListEntry } from '@/lib/requests/list/entry';

const request = (id: string, change: Partial<ListedRequest> = {}) =>
  ({ kind: 'request', id, state: 'AWAITING_APPROVAL', send: null, ...change }) as ListedRequest;
const batch = (id: string, stages: ListedBatch['stages'] = { awaiting: 1 }) =>
  ({ kind: 'batch', id, stages }) as ListedBatch;
const page = (items: readonly ListEntry[], nextCursor: string | null = null) => ({
  items,
  nextCursor,
  topCursor: null,
  names: {},
});

const send = (change: Partial<NonNullable<ListedRequest['send']>>): Partial<ListedRequest> => ({
  state: 'SENT',
  send: { state: 'ACCEPTED', isClosed: false, transferStatus: null, ...change },
});

/** Answers reads with these pages, one after the other; a page may be an error. */
function answerWith(...pages: (ReturnType<typeof page> | Error)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const next = pages.shift();
    if (!next || next instanceof Error) throw next ?? new Error('no answer left');
    return new Response(JSON.stringify(next), { headers: { 'content-type': 'application/json' } });
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

const ITEMS = [request('r1'), batch('b1'), undefined, request('r2')];
const open = (change: Partial<OpenBatch>) =>
  new Map([['b1', { data: undefined, error: null, refetch: () => undefined, ...change }]]);
const linesOf = (states: ReadonlyMap<string, OpenBatch>) => listLines(ITEMS, 10, states);
const keysOf = (states: ReadonlyMap<string, OpenBatch>) => linesOf(states).map((line) => line?.key);

describe('the rows of the list of withdrawals', () => {
  it('are its items, and below an open batch its withdrawals; a row that is not held stays empty', () => {
    expect(keysOf(new Map())).toEqual(['request:r1', 'batch:b1', undefined, 'request:r2']);
    const read = linesOf(open({ data: [request('i1'), request('i2')] }));
    expect(read.map((line) => line?.key)).toEqual([
      'request:r1',
      'batch:b1',
      'batch:b1/request:i1',
      'batch:b1/request:i2',
      undefined,
      'request:r2',
    ]);
    expect(read.map((line) => line?.item)).toEqual([10, 11, 11, 11, undefined, 13]);
  });

  it('say that a batch is being read, and why it could not be', () => {
    const error = new Error('offline');
    expect(linesOf(open({}))[2]).toMatchObject({ kind: 'unread', error: null });
    expect(linesOf(open({ error }))[2]).toMatchObject({ kind: 'unread', error });
    expect(keysOf(open({ error, data: [request('i1')] }))).toContain('batch:b1/request:i1');
  });
});

test('all withdrawals of a batch are read, page by page', async () => {
  const asked = answerWith(page([request('i1')], 'more'), page([request('i2')]));
  const entries = await readBatch('b1', new AbortController().signal);
  expect(entries.map((entry) => entry.id)).toEqual(['i1', 'i2']);
  const searches = asked.map((path) => new URL(path, 'http://console').searchParams);
  expect(searches.map((search) => [search.get('batch'), search.get('cursor')])).toEqual([
    ['b1', null],
    ['b1', 'more'],
  ]);
});

describe('isFinalEntry', () => {
  it.each<[boolean, ListEntry]>([
    [false, request('waiting')],
    [true, request('rejected', { state: 'REJECTED' })],
    [false, request('locked', { state: 'APPROVED' })],
    [false, request('queued', send({ state: 'QUEUED' }))],
    [false, request('accepted', send({}))],
    [true, request('declined', send({ state: 'REFUSED' }))],
    [true, request('completed', send({ transferStatus: 'COMPLETED' }))],
    [false, request('of an unknown status', send({ transferStatus: 'SOMETHING_NEW' }))],
    [false, batch('waiting', { awaiting: 1, completed: 3 })],
    [false, batch('unknown', { unknown: 1 })],
    [true, batch('finished', { completed: 3, rejected: 1 })],
  ])('is %s: %s', (isFinal, entry) => {
    expect(isFinalEntry(entry)).toBe(isFinal);
  });
});
