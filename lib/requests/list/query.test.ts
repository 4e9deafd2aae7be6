import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRequestQuery } from '@/lib/requests/list/export';
import {
  ALL_REQUESTS,
  describeRequestOrder,
  foldsBatches,
  readRequestQuery,
  REQUEST_SORTS,
  writeRequestQuery,
} from '@/lib/requests/list/query';
import { STATE_FILTERS } from '@/lib/requests/stages';
import { anyCharacter } from '@/scripts/testing/data/any-character';

const ID = '3d0e4b1c-0000-4000-8000-000000000001';
const read = (text: string) => readRequestQuery(new URLSearchParams(text));
const values = (value: fc.Arbitrary<string>) =>
  fc.uniqueArray(value, { maxLength: 4 }).map((list) => (list.length > 0 ? list.toSorted() : undefined));
const plain = values(fc.string({ minLength: 1, maxLength: 30, unit: anyCharacter }).map((text) => text.toWellFormed()));
const uuids = values(fc.uuid());

const anyQuery = fc
  .record({
    q: fc.string({ maxLength: 20 }).map((text) => text.trim()),
    isMine: fc.boolean(),
    state: values(fc.constantFrom(...STATE_FILTERS)),
    requester: uuids,
    asset: plain,
    network: plain,
    profile: plain,
    recipient: uuids,
    from: fc.option(fc.constantFrom('2026-11-01', '2026-11-01T10:00:00Z'), { nil: undefined }),
    batch: fc.option(fc.uuid(), { nil: undefined }),
    before: fc.option(fc.uuid(), { nil: undefined }),
    sort: fc.constantFrom(...REQUEST_SORTS),
    isAscending: fc.boolean(),
  })
  .map(({ q, isMine, from, batch, before, sort, isAscending, ...filters }) => ({
    q,
    isMine,
    values: Object.fromEntries(Object.entries(filters).filter(([, chosen]) => chosen !== undefined)),
    created: from ? { from, to: undefined } : undefined,
    batch,
    before,
    sort,
    isAscending,
  }));

describe('the address of the list of withdrawals', () => {
  it('gives every query back as it was, and nothing of it as ignored', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(readRequestQuery(writeRequestQuery(query))).toEqual({ query, ignored: [] });
      }),
    );
  });

  it('reads any address without failing, and writes what it read in one form', () => {
    const name = fc.constantFrom('q', 'of', 'state', 'requester', 'asset', 'created_from', 'batch', 'before', 'sort');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, fc.string({ unit: anyCharacter, maxLength: 40 })), { maxLength: 8 }),
        (given) => {
          const { query } = readRequestQuery(new URLSearchParams(given));
          expect(readRequestQuery(writeRequestQuery(query)).query).toEqual(query);
        },
      ),
    );
  });

  it('reads the links of before: of, state and before', () => {
    expect(read(`of=mine&state=awaiting&before=${ID}`).query).toEqual({
      ...ALL_REQUESTS,
      isMine: true,
      values: { state: ['awaiting'] },
      before: ID,
    });
    expect(read('state=under-way&state=in-doubt')).toMatchObject({
      query: { values: { state: ['in-progress', 'unknown'] } },
      ignored: [],
    });
    expect(read('state=constructor').ignored).toHaveLength(1);
    expect(read('of=all').query).toEqual(ALL_REQUESTS);
  });

  it('leaves out what is not valid, with a word for each, at most five', () => {
    const { query, ignored } = read('state=foo&state=rejected&of=theirs&sort=size&requester=me&created_to=2026-02-31x');
    expect(query.values).toEqual({ state: ['rejected'] });
    expect(ignored).toEqual([
      'state “foo”',
      'requester “me”',
      'created_to “2026-02-31x”',
      'sort “size”',
      'of “theirs”',
    ]);
    expect(read(Array.from({ length: 99 }, (_, index) => `state=s${index}`).join('&')).ignored).toHaveLength(5);
    expect(read(`state=${'x'.repeat(500)}`).ignored[0]).toHaveLength(69);
  });

  it('folds batches only where every request of a batch matches or none does', () => {
    expect(foldsBatches(ALL_REQUESTS)).toBe(true);
    expect(foldsBatches(read(`of=mine&requester=${ID}&created_from=2026-01-01&sort=created`).query)).toBe(true);
    for (const text of ['q=a', 'state=rejected', 'asset=ETH', `recipient=${ID}`, `batch=${ID}`, 'sort=amount'])
      expect([text, foldsBatches(read(text).query)]).toEqual([text, false]);
  });

  it('describes a query and its order in words', () => {
    expect(describeRequestQuery(ALL_REQUESTS)).toBe('none');
    expect(describeRequestQuery(read('q=INV&of=mine&state=rejected&asset=ETH&created_from=2026-11-01').query)).toBe(
      'Search: INV; Mine; Status: Rejected; Asset: ETH; Created from (UTC): 2026-11-01',
    );
    expect(describeRequestOrder(ALL_REQUESTS)).toBe('Newest first');
    expect(describeRequestOrder({ sort: 'amount', isAscending: false })).toBe('By asset, largest amount first');
  });
});
