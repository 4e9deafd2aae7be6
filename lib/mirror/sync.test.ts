import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListPage } from '@/lib/mirror/list-end';
import { detectOrder, updateOrderEvidence } from '@/lib/mirror/list-order';
import {
  beginWalk,
  completeAsOf,
  endWalk,
  stepAfterFailure,
  isPastMark,
  type MirrorWalk,
  nextWalkAt,
  advanceMark,
  stepAfterPage,
  type SyncState,
  walkReadShare,
  type WalkStep,
} from '@/lib/mirror/sync';

const AT = '2026-11-20T10:00:00.000Z';
const minutes = (count: number) => new Date(Date.parse(AT) + count * 60_000).toISOString();
const records = (...times: number[]) =>
  times.map((time, index) => ({ id: `${time}-${index}`, created_at: minutes(time) }));
const page = (
  nextCursor: string | null,
  items: readonly unknown[] = records(1),
  change: Partial<ListPage> = {},
): ListPage => ({
  items,
  nextCursor,
  isEndStated: true,
  hasStrangeCursor: false,
  ...change,
});
const walk = (change: Partial<MirrorWalk> = {}): MirrorWalk => ({ ...beginWalk(AT, 0), ...change });
const unstated = { isEndStated: false };

describe('a step of the walk', () => {
  it.each<[string, MirrorWalk, ListPage, object]>([
    [
      'continues with the next page',
      walk(),
      page('b'),
      { kind: 'continue', walk: { cursor: 'b', pages: 1, records: 1, tail: null, failures: 0, fault: null } },
    ],
    [
      'ends at an empty cursor',
      walk({ cursor: 'b', records: 5 }),
      page(null),
      { kind: 'end', walk: { records: 6, tail: 'b' } },
    ],
    [
      'ends at a page without records and with an empty cursor, whose place is not that of new transfers',
      walk({ cursor: 'c', tail: 'b' }),
      page(null, []),
      { kind: 'end', walk: { tail: 'b' } },
    ],
    [
      'continues after a page without records',
      walk({ cursor: 'c', tail: 'b', emptyPages: 4 }),
      page('d', []),
      { kind: 'continue', walk: { cursor: 'd', tail: 'b', emptyPages: 5 } },
    ],
    [
      'retries the page after a hundred without records',
      walk({ cursor: 'c', emptyPages: 100 }),
      page('d', []),
      { kind: 'retry', walk: { cursor: 'c', fault: expect.stringContaining('100 pages without records') } },
    ],
    [
      'restarts where retries give no records either',
      walk({ cursor: 'c', emptyPages: 100, failures: 10 }),
      page('d', []),
      { kind: 'restart' },
    ],
    [
      'ends at a page without a cursor member whose name is known',
      walk({ hasCursorName: true }),
      page(null, records(1), unstated),
      { kind: 'end' },
    ],
    [
      'retries a page without a cursor member whose name was never seen',
      walk(),
      page(null, records(1), unstated),
      { kind: 'retry', walk: { failures: 1 } },
    ],
    [
      'retries a page whose cursor is not text',
      walk({ hasCursorName: true }),
      page(null, [], { hasStrangeCursor: true }),
      { kind: 'retry' },
    ],
    [
      'retries a page that points at itself',
      walk({ cursor: 'b' }),
      page('b'),
      { kind: 'retry', walk: { cursor: 'b', pages: 0, records: 0 } },
    ],
    [
      'retries a page whose next cursor was seen before',
      walk({ cursor: 'b' }),
      page('a'),
      { kind: 'retry', walk: { fault: 'The service returned a page cursor that it had already returned.' } },
    ],
    ['restarts after ten retries of a circle', walk({ cursor: 'b', failures: 10 }), page('b'), { kind: 'restart' }],
    [
      'restarts where the next cursor is the landmark',
      walk({ cursor: 'b', landmark: 'z' }),
      page('z'),
      { kind: 'restart' },
    ],
    ['restarts after a million pages', walk({ pages: 999_999 }), page('b'), { kind: 'restart' }],
    [
      'counts a repeated record once, and no item that is not a record',
      walk(),
      page('b', [records(1)[0], records(1)[0], null, 7, {}]),
      { walk: { records: 1 } },
    ],
    [
      'clears the failure once it continues',
      walk({ failures: 3, fault: 'Down' }),
      page('b'),
      { walk: { failures: 0, fault: null } },
    ],
  ])('%s', (_name, before, seen, step) => {
    expect(stepAfterPage(before, seen, new Set(['a']))).toMatchObject(step);
  });

  it('retries an unreadable page, and restarts once its cursor was rejected for a while', () => {
    const refused = { fault: 'Status 400', isRefusal: true };
    const once = stepAfterFailure(walk({ cursor: 'b' }), refused);
    expect(once).toMatchObject({ kind: 'retry', walk: { cursor: 'b', failures: 1 } });
    if (once.kind !== 'retry') throw new Error('the walk must retry');
    expect(stepAfterFailure(once.walk, { fault: 'Down', isRefusal: false })).toMatchObject({
      kind: 'retry',
      walk: { failures: 2, fault: 'Down' },
    });
    let step: WalkStep = once;
    for (let tries = 0; tries < 100 && step.kind === 'retry'; tries += 1) step = stepAfterFailure(step.walk, refused);
    expect(step).toMatchObject({ kind: 'restart', reason: expect.stringContaining('rejected') });
    expect(stepAfterFailure(once.walk, refused)).toMatchObject({ kind: 'retry' });
    expect(
      stepAfterFailure(walk({ fault: 'The service rejected a page cursor that it had given out.' }), refused),
    ).toMatchObject({
      kind: 'retry',
    });
  });

  it('never stays in a circle for ever, even if its process keeps forgetting the cursors that it saw', () => {
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
            const step = stepAfterPage(state, page(next(state.cursor)), seen);
            if (step.kind === 'restart') return;
            state = step.walk;
            if (forgets.next().value) seen = new Set();
            if (state.cursor !== null) seen.add(state.cursor);
          }
          throw new Error('the walk is still in the circle');
        },
      ),
    );
  });
});

describe('the end of a walk', () => {
  it('is complete, and records the cursor of the last records', () => {
    expect(endWalk(walk({ records: 7, known: 7, pages: 2, tail: 'b' }), minutes(5))).toMatchObject({
      walk: null,
      incomplete: null,
      lastWalk: { startedAt: AT, records: 7, pages: 2 },
      tail: { cursor: 'b' },
    });
  });

  it('is incomplete with fewer records than were known, and keeps the last complete walk', () => {
    const ended = endWalk(walk({ records: 6, known: 7 }), minutes(5));
    expect(ended.incomplete).toContain('listed 6 of 7 known transfers');
    expect(ended).not.toHaveProperty('lastWalk');
  });
});

const orderIn = (...pages: unknown[][]) => {
  let evidence = updateOrderEvidence(undefined, [], null);
  let last: number | null = null;
  for (const items of pages) {
    evidence = updateOrderEvidence(evidence, items, last);
    last = Date.parse((items.at(-1) as { created_at: string }).created_at);
  }
  return detectOrder(evidence);
};

describe('the order of the list', () => {
  it.each([
    ['newest-first', [records(9, 8, 8, 7), records(6, 5, 4)]],
    ['oldest-first', [records(1, 2, 2, 3), records(4, 5, 6)]],
    ['neither', [records(1, 9, 2, 8, 3, 7)]],
    // Each page is sorted, the list is not.
    ['neither', [records(3, 2, 1), records(6, 5, 4), records(9, 8, 7)]],
    [undefined, [records(3, 2, 1)]],
    [undefined, [records(1, 1, 1, 1, 1, 1, 1, 1)]],
  ])('is %s', (order, pages) => {
    expect(orderIn(...pages)).toBe(order);
  });

  it('ignores a record that comes twice on a page', () => {
    const items = records(9, 8, 7, 6, 5, 4);
    expect(orderIn([...items, ...items.slice(0, 3)])).toBe('newest-first');
  });

  it('changes with enough new evidence', () => {
    const falls = updateOrderEvidence(
      undefined,
      records(...Array.from({ length: 5_000 }, (_, index) => 5_000 - index)),
      null,
    );
    expect(detectOrder(falls)).toBe('newest-first');
    expect(
      detectOrder(updateOrderEvidence(falls, records(...Array.from({ length: 400 }, (_, index) => index)), null)),
    ).toBe('neither');
  });
});

describe('new transfers', () => {
  it('are read until most of a page is older than the mark', () => {
    expect(isPastMark(records(10, 9, 5, 4, 3), minutes(8))).toBe(true);
    expect(isPastMark(records(10, 9, 8, 4, 3), minutes(8))).toBe(false);
    // Two minutes of tolerance for clocks; one record of another age proves nothing.
    expect(isPastMark(records(7, 7, 7), minutes(8))).toBe(false);
    expect(isPastMark(records(10, 9, 0, 9, 8), minutes(8))).toBe(false);
    expect(isPastMark(records(1), null)).toBe(false);
    expect(isPastMark([null, { created_at: 'then' }], minutes(8))).toBe(false);
  });

  it('advance the mark to the youngest, but not beyond the moment of reading', () => {
    const readAt = new Date(minutes(10));
    expect(advanceMark(minutes(1), [Date.parse(minutes(5)), Date.parse(minutes(500))], readAt)).toBe(minutes(5));
    expect(advanceMark(minutes(7), [Date.parse(minutes(5))], readAt)).toBe(minutes(7));
    expect(advanceMark(null, [], readAt)).toBeNull();
  });
});

describe('the coverage of the mirror', () => {
  const order = { falls: 100, rises: 0 };
  const lastWalk = { startedAt: minutes(1), endedAt: minutes(2), records: 3, pages: 1 };
  const newest = { mark: minutes(8), asOf: minutes(9), isWhole: false };

  it.each<[string, SyncState, string | null]>([
    ['is unknown before a walk came to the end', { order, newest }, null],
    ['reaches to the last reading of new transfers', { order, lastWalk, newest }, minutes(9)],
    ['reaches to the last walk, where the order is unknown', { lastWalk, newest }, minutes(1)],
    [
      'reaches to the last reading, where that was the whole list',
      { lastWalk, newest: { ...newest, isWhole: true } },
      minutes(9),
    ],
    ['is unknown after a walk that saw too few records', { order, lastWalk, newest, incomplete: 'too little' }, null],
  ])('%s', (_name, state, asOf) => {
    expect(completeAsOf(state)).toBe(asOf);
  });

  it('decides how much and how soon the list is walked again', () => {
    const ended = { order, lastWalk, walkEndedAt: minutes(2) };
    expect(walkReadShare({ order })).toBe(1);
    expect(walkReadShare(ended)).toBe(1 / 5);
    expect(walkReadShare({ ...ended, order: { falls: 9, rises: 9 } })).toBe(3 / 5);
    expect(walkReadShare({ ...ended, incomplete: 'too little' })).toBe(3 / 5);
    expect(nextWalkAt({}, 5_000)).toBe(0);
    expect(nextWalkAt({ ...ended, walk: walk() }, 5_000)).toBe(0);
    expect(nextWalkAt(ended, 5_000)).toBe(Date.parse(minutes(3)));
    expect(nextWalkAt({ ...ended, incomplete: 'too little' }, 5_000)).toBe(Date.parse(minutes(2)) + 5_000);
  });
});
