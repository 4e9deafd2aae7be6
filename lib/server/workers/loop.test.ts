import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startLoop, stopLoops, wake } from '@/lib/server/workers/loop';

const HOUR_MS = 3_600_000;

/** Starts a loop that waits an hour between iterations, and counts its iterations. */
function startCounting(name: string, wakeName?: string): { iterations: number } {
  const counter = { iterations: 0 };
  startLoop(
    name,
    () => {
      counter.iterations += 1;
      return Promise.resolve(0);
    },
    { everyMs: HOUR_MS, ...(wakeName !== undefined && { wakeName }) },
  );
  return counter;
}

afterAll(stopLoops);

it('wakes the loops of one name, and leaves the others asleep', async () => {
  const senders = [startCounting('send 1', 'send'), startCounting('send 2', 'send')];
  const other = startCounting('track');
  await expect.poll(() => [...senders, other].map(({ iterations }) => iterations)).toEqual([1, 1, 1]);
  await delay(10);
  wake('send');
  await expect.poll(() => senders.map(({ iterations }) => iterations)).toEqual([2, 2]);
  wake('track');
  await expect.poll(() => other.iterations).toBe(2);
  wake('send 1');
  await delay(50);
  expect(senders.map(({ iterations }) => iterations)).toEqual([2, 2]);
});

it('continues after an error, and after another', async () => {
  let iterations = 0;
  await new Promise<void>((resolve) => {
    startLoop('faulty', () => {
      iterations += 1;
      if (iterations <= 2) return Promise.reject(new Error('the database is gone'));
      resolve();
      return Promise.resolve(0);
    });
  });
  await stopLoops();
  expect(iterations).toBe(3);
});
