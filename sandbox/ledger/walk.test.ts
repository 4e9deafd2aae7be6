import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHistory } from '@/sandbox/history/history';
import type { Ledger } from '@/sandbox/ledger/ledger';
import { createTransferSequence } from '@/sandbox/ledger/transfer-sequence';
import { startForTest } from '@/sandbox/testing/start-for-test';
import type { TransferRecord } from '@/sandbox/transfer';

// Implements the part of a ledger that the sequence uses.
function fakeLedger(): Ledger & { grow: (count: number) => void } {
  const ids: string[] = [];
  return {
    get size() {
      return ids.length;
    },
    at: (index: number) => ({ id: ids[index] }) as TransferRecord,
    grow: (count: number) => {
      for (let added = 0; added < count; added += 1) ids.push(`created-${ids.length}`);
    },
  } as unknown as Ledger & { grow: (count: number) => void };
}

describe('a walk of the list while transfers arrive', () => {
  it.each(['newest-first', 'oldest-first'] as const)(
    '%s: no row appears twice, and no existing row is missed',
    (order) => {
      const arrivals = fc.array(
        fc.record({ limit: fc.integer({ min: 1, max: 9 }), arriving: fc.integer({ min: 0, max: 5 }) }),
        { maxLength: 40 },
      );
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 60 }),
          fc.integer({ min: 0, max: 20 }),
          arrivals,
          (size, created, steps) => {
            const history = createHistory({ seed: 'walk', size, anchorMs: 1.7e12 });
            const ledger = fakeLedger();
            ledger.grow(created);
            const sequence = createTransferSequence(history, ledger, order);
            const atStart = sequence.pageFrom(null, 1000).items.map(({ id }) => id);
            const seen: string[] = [];
            let position: number | null = null;
            for (let step = 0; ; step += 1) {
              const page = sequence.pageFrom(position, steps[step]?.limit ?? 7);
              seen.push(...page.items.map(({ id }) => id));
              if (page.nextPosition === null) break;
              position = page.nextPosition;
              ledger.grow(steps[step]?.arriving ?? 0);
            }
            expect(new Set(seen).size).toBe(seen.length);
            expect(seen.slice(0, atStart.length)).toEqual(atStart);
            // Reading downwards meets no new transfer; reading upwards meets them last.
            expect(order === 'newest-first' ? seen : atStart).toEqual(atStart);
            expect(sequence.pageFrom(sequence.endPosition(), 5)).toEqual({ items: [], nextPosition: null });
          },
        ),
      );
    },
  );

  it.each(['newest-first', 'oldest-first'] as const)('%s over HTTP', async (order) => {
    const sandbox = await startForTest({ order, transfers: 23 });
    const { api } = sandbox;
    const before = (await api.walk(1000)).map(({ id }) => id);
    const seen: string[] = [];
    const arrived: string[] = [];
    let cursor = '';
    do {
      const page = await api.page({ limit: '4', page_cursor: cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_page_cursor;
      if (arrived.length < 5) arrived.push((await api.create()).body.id);
    } while (cursor !== '');
    expect(seen).toEqual(order === 'newest-first' ? before : [...before, ...arrived]);
    const all = (await api.walk(1000)).map(({ id }) => id);
    expect(all).toEqual(order === 'newest-first' ? [...arrived.toReversed(), ...before] : [...before, ...arrived]);
    await sandbox.remove();
  });

  it('a cursor of one order is rejected in the other', async () => {
    const one = await startForTest({ order: 'oldest-first' });
    const { next_page_cursor: cursor } = await one.api.page({ limit: '2' });
    await one.stop();
    const other = await startForTest({ dataDir: one.dataDir });
    expect((await other.api.get(`/v2/transfer/transfers?page_cursor=${cursor}`)).status).toBe(400);
    await other.remove();
  });
});
