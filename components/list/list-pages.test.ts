import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type HeldPage,
  type HeldPages,
  holdPage,
  itemsOf,
  openPages,
  type PageStart,
  startAfter,
  startBefore,
  startOf,
  TOP,
  updateItems,
} from '@/components/list/list-pages';

interface Order {
  key: string;
  version: number;
}
interface OrderPage {
  items: readonly Order[];
  nextCursor: string | null;
  topCursor: string | null;
}

const ORDERS = { rowsOf: ({ items }: OrderPage) => items, keyOf: ({ key }: Order) => key };
type Held = HeldPages<Order, OrderPage>;

/** Reads the page that follows those that are held, as the list does. */
function readNext(pages: readonly (readonly Order[])[], held?: Held): Held | undefined {
  const [last, lastStart] = [held?.pages.at(-1), held?.pageParams.at(-1)];
  const start = last && lastStart ? startAfter(last, lastStart) : TOP;
  if (!start) return undefined;
  const page = readAt(pages, start, held);
  return { pages: [...(held?.pages ?? []), page], pageParams: [...(held?.pageParams ?? []), start] };
}

function readAt(pages: readonly (readonly Order[])[], start: PageStart, held?: Held): HeldPage<Order, OrderPage> {
  const number = Number(start.cursor ?? 0);
  const nextCursor = number + 1 < pages.length ? String(number + 1) : null;
  return holdPage(ORDERS, { items: pages[number] ?? [], nextCursor, topCursor: null }, { start, held });
}

function readAll(pages: readonly (readonly Order[])[]): Held {
  let held = readNext(pages) as Held;
  for (let next = readNext(pages, held); next; next = readNext(pages, held)) held = next;
  return held;
}

const anyOrder = fc.record({ key: fc.constantFrom(...'abcdefgh', '__proto__', ''), version: fc.nat(3) });
const anyPages = fc.array(fc.array(anyOrder, { maxLength: 6 }), { minLength: 1, maxLength: 5 });
const merge = (fresh: Order, { version }: Order) => ({ ...fresh, version: fresh.version + version });
const keysOf = (held: Held) => itemsOf(held).map((item) => item?.key);

describe('the pages of a list', () => {
  it('give every item one row, in the order in which it was first read', () => {
    fc.assert(
      fc.property(anyPages, (pages) => {
        expect(keysOf(readAll(pages))).toEqual([...new Set(pages.flat().map(({ key }) => key))]);
      }),
    );
  });

  it('keep the place of each row where a page above is dropped and read again', () => {
    fc.assert(
      fc.property(anyPages, (pages) => {
        const all = readAll(pages);
        for (let dropped = 1; dropped < all.pages.length; dropped += 1) {
          const held = { pages: all.pages.slice(dropped), pageParams: all.pageParams.slice(dropped) };
          const start = held.pageParams[0]?.before as PageStart;
          const again = readAt(pages, start, held);
          expect(again.items).toHaveLength((held.pageParams[0]?.index ?? 0) - start.index);
          const keys = [...again.items, ...itemsOf(held)].flatMap((item) => item?.key ?? []);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }),
    );
  });

  it('are found by a row, and begin again with the newest rows at the top', () => {
    const pages = ['ab', 'cd', 'ef'].map((keys) => [...keys].map((key) => ({ key, version: 1 })));
    const [, second, third] = readAll(pages).pageParams as [PageStart, PageStart, PageStart];
    expect(startBefore(third)).toBe(second);
    expect(startBefore(second)).toBeUndefined();
    expect(startOf(0, third)).toBe(TOP);
    expect(startOf(3, third)).toBe(second);
    expect(startOf(4, third)).toBe(third);
  });

  it('take items that were read elsewhere into their rows, and only those', () => {
    const held = readAll([[{ key: 'a', version: 1 }], [{ key: 'b', version: 1 }]]);
    expect(updateItems(ORDERS, held, [{ key: 'z', version: 2 }])).toBe(held);
    const changed = updateItems(ORDERS, held, [{ key: 'b', version: 2 }]);
    expect(itemsOf(changed)).toEqual([
      { key: 'a', version: 1 },
      { key: 'b', version: 2 },
    ]);
    expect(changed.pages[0]).toBe(held.pages[0]);
    expect(itemsOf(updateItems({ ...ORDERS, merge }, held, [{ key: 'a', version: 2 }]))[0]?.version).toBe(3);
  });

  it('are read again where a drawn row is not final', () => {
    const pages = [
      ['ab', 2],
      ['cd', 1],
      ['e', 1],
    ] as const;
    const held = readAll(pages.map(([keys, version]) => [...keys].map((key) => ({ key, version }))));
    const open = (start: number, end: number) =>
      openPages({ isFinal: ({ version }: Order) => version > 1 }, held, { start, end });
    expect(open(0, 2)).toEqual([]);
    expect(open(0, 3)).toEqual([{ cursor: '1', rows: 2 }]);
    expect(open(3, 5)).toEqual([
      { cursor: '1', rows: 2 },
      { cursor: '2', rows: 1 },
    ]);
  });
});
