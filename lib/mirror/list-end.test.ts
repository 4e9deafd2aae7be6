import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ListPage, type ListPlace, MAX_EMPTY_PAGES, stepAfterList } from '@/lib/mirror/list-end';

const page = (
  nextCursor: string | null,
  items: readonly unknown[] = [{ id: 'a' }],
  change: Partial<ListPage> = {},
) => ({
  items,
  nextCursor,
  isEndStated: true,
  hasStrangeCursor: false,
  ...change,
});
const place = (change: Partial<ListPlace> = {}): ListPlace => ({
  cursor: 'b',
  hasCursorName: true,
  emptyPages: 0,
  ...change,
});
const OFF = { endsAtEmptyPage: false };
const ON = { endsAtEmptyPage: true };
const SEEN = new Set(['a', 'b']);

describe('what follows a page', () => {
  it.each<[string, ListPage, ListPlace, typeof OFF, object]>([
    ['an empty cursor ends the list', page(null), place(), OFF, { kind: 'end', isStated: true }],
    [
      'an empty cursor ends an empty list',
      page(null, []),
      place({ cursor: null }),
      OFF,
      { kind: 'end', isStated: true },
    ],
    ['a page without records is followed', page('c', []), place(), OFF, { kind: 'next', cursor: 'c', emptyPages: 1 }],
    [
      'an empty first page is followed',
      page('c', []),
      place({ cursor: null, hasCursorName: false }),
      OFF,
      { kind: 'next' },
    ],
    [
      'a page of unreadable items is one with records',
      page('c', [null]),
      place({ emptyPages: 9 }),
      OFF,
      { emptyPages: 0 },
    ],
    ['a hundred pages without records are followed', page('c', []), place({ emptyPages: 99 }), OFF, { kind: 'next' }],
    ['more are not', page('c', []), place({ emptyPages: 100 }), OFF, { kind: 'no-end', cause: 'empty-pages' }],
    ['a cursor that was seen is a loop', page('a'), place(), OFF, { kind: 'no-end', cause: 'loop' }],
    ['its own cursor is a loop, without records too', page('b', []), place(), OFF, { kind: 'no-end', cause: 'loop' }],
    [
      'a page without a cursor member is no end while its name is unknown, without records too',
      page(null, [], { isEndStated: false }),
      place({ hasCursorName: false }),
      OFF,
      { kind: 'no-end', cause: 'no-cursor' },
    ],
    [
      'a page without a cursor member ends the list once its name is known',
      page(null, [], { isEndStated: false }),
      place(),
      OFF,
      { kind: 'end', isStated: true },
    ],
    [
      'a cursor that is not text is no end, whatever the settings',
      page(null, [], { hasStrangeCursor: true }),
      place(),
      ON,
      { kind: 'no-end', cause: 'no-cursor' },
    ],
    [
      'with the setting, a page without records is an unstated end',
      page('c', []),
      place(),
      ON,
      { kind: 'end', isStated: false },
    ],
    [
      'with the setting, an empty cursor is still a stated one',
      page(null, []),
      place(),
      ON,
      { kind: 'end', isStated: true },
    ],
  ])('%s', (_name, given, at, rule, expected) => {
    expect(stepAfterList(given, at, SEEN, rule)).toMatchObject(expected);
  });

  it('reads every record of a list, wherever pages without records are, and never goes on for ever', () => {
    const pages = fc.array(fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, fc.integer({ min: 1, max: 3 })), {
      minLength: 1,
      maxLength: 400,
      size: 'max',
    });
    fc.assert(
      fc.property(pages, (sizes) => {
        let [read, at] = [0, place({ cursor: null, hasCursorName: false })];
        const seen = new Set<string>();
        for (const [index, size] of sizes.entries()) {
          const isLast = index === sizes.length - 1;
          const items = Array.from({ length: size }, (_, number) => ({ id: `${index}-${number}` }));
          const step = stepAfterList(page(isLast ? null : String(index), items), at, seen, OFF);
          read += size;
          if (step.kind === 'end') {
            expect(isLast).toBe(true);
            expect(read).toBe(sizes.reduce((sum, each) => sum + each, 0));
            return;
          }
          if (step.kind === 'no-end') {
            expect(sizes.slice(index - MAX_EMPTY_PAGES, index + 1).every((each) => each === 0)).toBe(true);
            return;
          }
          at = { cursor: step.cursor, hasCursorName: true, emptyPages: step.emptyPages };
          seen.add(step.cursor);
        }
      }),
    );
  });
});
