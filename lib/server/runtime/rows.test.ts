import { expect, it } from 'vitest';
import { mapRows } from '@/lib/server/runtime/rows';

const thousand = Array.from({ length: 1_000 }, (_none, index) => index);

/** Counts the rows that are worked on between two turns of the event loop; gives the largest number. */
async function mostBetweenTurns(work: (row: number) => number | Promise<number>): Promise<number> {
  let [rows, most, isOver] = [0, 0, false];
  const turn = () => {
    most = Math.max(most, rows);
    rows = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const results = await mapRows(thousand, (row) => {
    rows += 1;
    return work(row);
  });
  isOver = true;
  expect(results).toEqual(thousand.map((row) => row * 2));
  return Math.max(most, rows);
}

it('gives the event loop a turn after every 50 rows, also where each row waits for what is there already', async () => {
  expect(await mostBetweenTurns((row) => row * 2)).toBeLessThanOrEqual(50);
  expect(await mostBetweenTurns((row) => Promise.resolve(row * 2))).toBeLessThanOrEqual(50);
});

function slow(row: number): number {
  const until = performance.now() + (row < 40 ? 4 : 0);
  while (performance.now() < until);
  return row * 2;
}

it('gives it earlier where rows take long', async () => {
  let done = 0;
  let doneAtTurn: number | undefined;
  setImmediate(() => (doneAtTurn = done));
  await mapRows(thousand.slice(0, 40), (row) => {
    done += 1;
    return slow(row);
  });
  expect(doneAtTurn).toBeLessThan(40);
  expect(await mostBetweenTurns(slow)).toBeLessThanOrEqual(50);
});

it('fails with the first row that fails, and begins no other', async () => {
  let begun = 0;
  const failing = (row: number) => {
    begun += 1;
    return row === 60 ? Promise.reject(new Error('row 60')) : row;
  };
  await expect(mapRows(thousand, failing)).rejects.toThrow('row 60');
  expect(begun).toBe(61);
});
