import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpenBatches } from '@/app/(console)/withdrawals/_list/open-batches';
import { itemKeysOf, keyOfLine, listLines } from '@/app/(console)/withdrawals/_list/withdrawal-lines';
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

const ITEMS = [request('r1'), batch('b1'), request('r2')];
const keysOf = (batches: OpenBatches) => listLines(ITEMS, batches.states()).map(keyOfLine);

describe('the rows of the list of withdrawals', () => {
  it('opens a batch in place, reads it page by page, and closes it', async () => {
    const batches = new OpenBatches();
    const asked = answerWith(page([request('i1')], 'more'), page([request('i2')]));
    expect(keysOf(batches)).toEqual(['request:r1', 'batch:b1', 'request:r2']);

    batches.toggle('b1');
    expect(keysOf(batches)).toEqual(['request:r1', 'batch:b1', 'batch:b1/more', 'request:r2']);
    await vi.waitFor(() => expect(keysOf(batches)).toContain('batch:b1/request:i1'));
    expect(listLines(ITEMS, batches.states())[3]).toMatchObject({ kind: 'more', status: 'next' });

    await batches.readMore('b1');
    expect(keysOf(batches)).toEqual([
      'request:r1',
      'batch:b1',
      'batch:b1/request:i1',
      'batch:b1/request:i2',
      'request:r2',
    ]);
    expect(asked.map((path) => new URL(path, 'http://console').searchParams.get('batch'))).toEqual(['b1', 'b1']);
    batches.toggle('b1');
    expect(keysOf(batches)).toEqual(['request:r1', 'batch:b1', 'request:r2']);
  });

  it('says why a batch could not be read, and reads it again', async () => {
    const batches = new OpenBatches();
    answerWith(new Error('offline'), page([request('i1')]));
    batches.toggle('b1');
    await vi.waitFor(() =>
      expect(listLines(ITEMS, batches.states())[2]).toMatchObject({ kind: 'more', status: expect.any(Error) }),
    );
    await batches.readMore('b1');
    expect(keysOf(batches)).toContain('batch:b1/request:i1');
    expect(keysOf(batches)).not.toContain('batch:b1/more');
  });

  it('reads only the withdrawals of a batch again that are in sight and not final', async () => {
    const batches = new OpenBatches();
    const rejected = request('i2', { state: 'REJECTED' });
    answerWith(page([request('i1'), rejected]), page([request('i1', { state: 'EXPIRED' }), rejected]));
    batches.toggle('b1');
    await vi.waitFor(() => expect(keysOf(batches)).toContain('batch:b1/request:i2'));
    const { signal } = new AbortController();
    batches.setDrawn(itemKeysOf(['batch:b1', 'batch:b1/request:i2', 'request:r2']));
    await batches.refreshDrawn(signal);
    batches.setDrawn(itemKeysOf(['batch:b1', 'batch:b1/request:i1']));
    await batches.refreshDrawn(signal);
    expect(batches.states().get('b1')?.items[0]).toMatchObject({ id: 'i1', state: 'EXPIRED' });
  });
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
