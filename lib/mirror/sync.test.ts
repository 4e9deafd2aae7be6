import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginWalk,
  coveredAt,
  endWalk,
  failWalk,
  isPastMark,
  type MirrorWalk,
  nextWalkAt,
  orderOf,
  type PageSeen,
  raiseMark,
  stepWalk,
  type SyncState,
  walkShare,
  type WalkStep,
  weighOrder,
} from '@/lib/mirror/sync';

const AT = '2026-11-20T10:00:00.000Z';
const minutes = (count: number) => new Date(Date.parse(AT) + count * 60_000).toISOString();
const records = (...times: number[]) =>
  times.map((time, index) => ({ id: `${time}-${index}`, created_at: minutes(time) }));
const page = (
  nextCursor: string | null,
  items: readonly unknown[] = records(1),
  change: Partial<PageSeen> = {},
): PageSeen => ({
  items,
  nextCursor,
  isEndStated: true,
  hasStrangeCursor: false,
  ...change,
});
const walk = (change: Partial<MirrorWalk> = {}): MirrorWalk => ({ ...beginWalk(AT, 0), ...change });
const unstated = { isEndStated: false };

describe('a step of the walk', () => {
  it.each<[string, MirrorWalk, PageSeen, object]>([
    [
      'goes on to the next page',
      walk(),
      page('b'),
      { kind: 'on', walk: { cursor: 'b', pages: 1, records: 1, tail: null, failures: 0, fault: null } },
    ],
    [
      'ends where the cursor is empty',
      walk({ cursor: 'b', records: 5 }),
      page(null),
      { kind: 'end', walk: { records: 6, tail: 'b' } },
    ],
    [
      'ends where a page has no records, whatever its cursor',
      walk({ cursor: 'c', tail: 'b' }),
      page(null, []),
      { kind: 'end', walk: { tail: 'b' } },
    ],
    [
      'ends where the cursor is left out and its name is known',
      walk({ hasCursorName: true }),
      page(null, records(1), unstated),
      { kind: 'end' },
    ],
    [
      'does not end where it is left out and was never seen',
      walk(),
      page(null, records(1), unstated),
      { kind: 'again', walk: { failures: 1 } },
    ],
    [
      'does not believe a cursor that is no text',
      walk({ hasCursorName: true }),
      page(null, [], { hasStrangeCursor: true }),
      { kind: 'again' },
    ],
    [
      'stays where a page points at itself',
      walk({ cursor: 'b' }),
      page('b'),
      { kind: 'again', walk: { cursor: 'b', pages: 0, records: 0 } },
    ],
    [
      'stays where a cursor was seen',
      walk({ cursor: 'b' }),
      page('a'),
      { kind: 'again', walk: { fault: 'The service gave a cursor that it gave before.' } },
    ],
    ['begins anew where that does not heal', walk({ cursor: 'b', failures: 10 }), page('b'), { kind: 'anew' }],
    [
      'begins anew where it comes back to a landmark',
      walk({ cursor: 'b', landmark: 'z' }),
      page('z'),
      { kind: 'anew' },
    ],
    ['begins anew after more pages than a list can have', walk({ pages: 999_999 }), page('b'), { kind: 'anew' }],
    [
      'counts a record once that a page repeats, and none that is no record',
      walk(),
      page('b', [records(1)[0], records(1)[0], null, 7, {}]),
      { walk: { records: 1 } },
    ],
    [
      'forgets a failure once it goes on',
      walk({ failures: 3, fault: 'Down' }),
      page('b'),
      { walk: { failures: 0, fault: null } },
    ],
  ])('%s', (_name, before, seen, step) => {
    expect(stepWalk(before, seen, new Set(['a']))).toMatchObject(step);
  });

  it('tries the same page again where it cannot be read, and believes a refused cursor once it was refused for a while', () => {
    const refused = { fault: 'Status 400', isRefusal: true };
    const once = failWalk(walk({ cursor: 'b' }), refused);
    expect(once).toMatchObject({ kind: 'again', walk: { cursor: 'b', failures: 1 } });
    if (once.kind !== 'again') throw new Error('it must stay');
    expect(failWalk(once.walk, { fault: 'Down', isRefusal: false })).toMatchObject({
      kind: 'again',
      walk: { failures: 2, fault: 'Down' },
    });
    let step: WalkStep = once;
    for (let tries = 0; tries < 100 && step.kind === 'again'; tries += 1) step = failWalk(step.walk, refused);
    expect(step).toMatchObject({ kind: 'anew', reason: expect.stringContaining('refused') });
    expect(failWalk(once.walk, refused)).toMatchObject({ kind: 'again' });
    expect(failWalk(walk({ fault: 'The service refused the cursor that it gave.' }), refused)).toMatchObject({
      kind: 'again',
    });
  });

  it('never goes round in a circle for ever, also where its process keeps forgetting what it saw', () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.integer({ min: 1, max: 20 }),
        fc.infiniteStream(fc.boolean()),
        (before, length, forgets) => {
          const next = (cursor: string | null) => {
            const place = cursor === null ? 0 : Number(cursor) + 1;
            return String(place < before + length ? place : before);
          };
          let state = walk();
          let seen = new Set<string>();
          for (let steps = 0; steps < 500; steps += 1) {
            const step = stepWalk(state, page(next(state.cursor)), seen);
            if (step.kind === 'anew') return;
            state = step.walk;
            if (forgets.next().value) seen = new Set();
            if (state.cursor !== null) seen.add(state.cursor);
          }
          throw new Error('it goes round and round');
        },
      ),
    );
  });
});

describe('the end of a walk', () => {
  it('is complete, and says where the last records are', () => {
    expect(endWalk(walk({ records: 7, known: 7, pages: 2, tail: 'b' }), minutes(5))).toMatchObject({
      walk: null,
      incomplete: null,
      lastWalk: { startedAt: AT, records: 7, pages: 2 },
      tail: { cursor: 'b' },
    });
  });

  it('is incomplete with fewer records than were known, and leaves the last complete one', () => {
    const ended = endWalk(walk({ records: 6, known: 7 }), minutes(5));
    expect(ended.incomplete).toContain('6 records although 7 transfers were known');
    expect(ended).not.toHaveProperty('lastWalk');
  });
});

const orderIn = (...pages: unknown[][]) => {
  let evidence = weighOrder(undefined, [], null);
  let last: number | null = null;
  for (const items of pages) {
    evidence = weighOrder(evidence, items, last);
    last = Date.parse((items.at(-1) as { created_at: string }).created_at);
  }
  return orderOf(evidence);
};

describe('the order of the list', () => {
  it.each([
    ['newest-first', [records(9, 8, 8, 7), records(6, 5, 4)]],
    ['oldest-first', [records(1, 2, 2, 3), records(4, 5, 6)]],
    ['neither', [records(1, 9, 2, 8, 3, 7)]],
    // Each page in itself is sorted, the list is not.
    ['neither', [records(3, 2, 1), records(6, 5, 4), records(9, 8, 7)]],
    [undefined, [records(3, 2, 1)]],
    [undefined, [records(1, 1, 1, 1, 1, 1, 1, 1)]],
  ])('is %s', (order, pages) => {
    expect(orderIn(...pages)).toBe(order);
  });

  it('is not blurred by a record that comes twice on a page', () => {
    const items = records(9, 8, 7, 6, 5, 4);
    expect(orderIn([...items, ...items.slice(0, 3)])).toBe('newest-first');
  });

  it('is thought of anew where enough of it is otherwise', () => {
    const falls = weighOrder(undefined, records(...Array.from({ length: 5_000 }, (_, index) => 5_000 - index)), null);
    expect(orderOf(falls)).toBe('newest-first');
    expect(orderOf(weighOrder(falls, records(...Array.from({ length: 400 }, (_, index) => index)), null))).toBe(
      'neither',
    );
  });
});

describe('new transfers', () => {
  it('are read down to where most of a page is older than the mark', () => {
    expect(isPastMark(records(10, 9, 5, 4, 3), minutes(8))).toBe(true);
    expect(isPastMark(records(10, 9, 8, 4, 3), minutes(8))).toBe(false);
    // Two minutes for clocks that differ; one record of another age proves nothing.
    expect(isPastMark(records(7, 7, 7), minutes(8))).toBe(false);
    expect(isPastMark(records(10, 9, 0, 9, 8), minutes(8))).toBe(false);
    expect(isPastMark(records(1), null)).toBe(false);
    expect(isPastMark([null, { created_at: 'then' }], minutes(8))).toBe(false);
  });

  it('raise the mark to the youngest, but not beyond the moment of reading', () => {
    const readAt = new Date(minutes(10));
    expect(raiseMark(minutes(1), [Date.parse(minutes(5)), Date.parse(minutes(500))], readAt)).toBe(minutes(5));
    expect(raiseMark(minutes(7), [Date.parse(minutes(5))], readAt)).toBe(minutes(7));
    expect(raiseMark(null, [], readAt)).toBeNull();
  });
});

describe('what the mirror covers', () => {
  const order = { falls: 100, rises: 0 };
  const lastWalk = { startedAt: minutes(1), endedAt: minutes(2), records: 3, pages: 1 };
  const newest = { mark: minutes(8), asOf: minutes(9), isWhole: false };

  it.each<[string, SyncState, string | null]>([
    ['nothing before a walk came to the end', { order, newest }, null],
    ['all up to the last reading of what is new', { order, lastWalk, newest }, minutes(9)],
    ['all up to the last walk, where nobody knows where new ones come', { lastWalk, newest }, minutes(1)],
    [
      'all up to the last reading, where that was the whole list',
      { lastWalk, newest: { ...newest, isWhole: true } },
      minutes(9),
    ],
    [
      'nothing for certain after a walk that saw too little',
      { order, lastWalk, newest, incomplete: 'too little' },
      null,
    ],
  ])('%s', (_name, state, asOf) => {
    expect(coveredAt(state)).toBe(asOf);
  });

  it('decides how much and how soon the list is walked again', () => {
    const ended = { order, lastWalk, walkEndedAt: minutes(2) };
    expect(walkShare({ order })).toBe(1);
    expect(walkShare(ended)).toBe(1 / 5);
    expect(walkShare({ ...ended, order: { falls: 9, rises: 9 } })).toBe(3 / 5);
    expect(walkShare({ ...ended, incomplete: 'too little' })).toBe(3 / 5);
    expect(nextWalkAt({}, 5_000)).toBe(0);
    expect(nextWalkAt({ ...ended, walk: walk() }, 5_000)).toBe(0);
    expect(nextWalkAt(ended, 5_000)).toBe(Date.parse(minutes(3)));
    expect(nextWalkAt({ ...ended, incomplete: 'too little' }, 5_000)).toBe(Date.parse(minutes(2)) + 5_000);
  });
});
