import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_SORTS } from '@/lib/requests/list/query';
import { readRequestCursor, writeRequestCursor } from '@/lib/server/requests/lists/cursor';

const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });
const anyPlace = fc
  .record({
    sort: fc.constantFrom(...REQUEST_SORTS),
    isAscending: fc.boolean(),
    whole: digits(17),
    fraction: digits(40),
    id: fc.uuid(),
    asset: fc.string({ maxLength: 20 }),
  })
  .map(({ sort, isAscending, whole, fraction, id, asset }) => ({
    sorting: { sort, isAscending },
    place: sort === 'amount' ? { asset, value: `${whole}.${fraction}`, id } : { asset: null, value: whole, id },
  }));

const write = (place: object) => Buffer.from(JSON.stringify({ sort: '-amount', ...place })).toString('base64url');

describe('a cursor of the list of withdrawals', () => {
  it('gives its position back, and belongs to one order', () => {
    fc.assert(
      fc.property(anyPlace, ({ sorting, place }) => {
        const cursor = writeRequestCursor(sorting, place);
        expect(readRequestCursor(sorting, cursor)).toEqual(place);
        expect(readRequestCursor({ ...sorting, isAscending: !sorting.isAscending }, cursor)).toBeUndefined();
      }),
    );
  });

  it('is refused where it is malformed', () => {
    const sorting = { sort: 'amount', isAscending: false } as const;
    const id = '3d0e4b1c-0000-4000-8000-000000000001';
    for (const place of [
      { asset: 'ETH', value: '1e9', id },
      { asset: 'ETH', value: '1', id: "'" },
      { asset: null, value: '1', id },
      { asset: '\0', value: '1', id },
      { asset: 'ETH', value: '1', id, more: 1 },
      {},
    ])
      expect(readRequestCursor(sorting, write(place))).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readRequestCursor(sorting, text)).toBeUndefined();
      }),
    );
  });
});
