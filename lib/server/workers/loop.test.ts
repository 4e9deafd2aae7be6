import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { LoopName } from '@/lib/workers/loops';
import { AUDIT, startLoop, stopLoops, wake } from '@/lib/server/workers/loop';

const HOUR_MS = 3_600_000;

/** Starts a loop that waits an hour between iterations, and counts its iterations. */
function startCounting(name: LoopName, followsAudit = false): { iterations: number } {
  const counter = { iterations: 0 };
  startLoop(
    name,
    () => {
      counter.iterations += 1;
      return Promise.resolve(0);
    },
    { everyMs: HOUR_MS, followsAudit },
  );
  return counter;
}

afterAll(stopLoops);

it('wakes one loop, or all that follow the audit log, and leaves the others asleep', async () => {
  const senders = [startCounting('send 1', true), startCounting('send 2', true)];
  const other = startCounting('track');
  await expect.poll(() => [...senders, other].map(({ iterations }) => iterations)).toEqual([1, 1, 1]);
  await delay(10);
  wake(AUDIT);
  await expect.poll(() => senders.map(({ iterations }) => iterations)).toEqual([2, 2]);
  wake('track');
  await expect.poll(() => other.iterations).toBe(2);
  wake('send 1');
  await expect.poll(() => senders.map(({ iterations }) => iterations)).toEqual([3, 2]);
  await delay(50);
  expect(senders.map(({ iterations }) => iterations)).toEqual([3, 2]);
});

it('repeats an iteration during which it was woken', async () => {
  let iterations = 0;
  startLoop(
    'cost',
    () => {
      iterations += 1;
      if (iterations === 1) wake('cost');
      return Promise.resolve(0);
    },
    { everyMs: HOUR_MS },
  );
  await expect.poll(() => iterations).toBe(2);
  await delay(10);
  expect(iterations).toBe(2);
});

it('continues after an error, and after another', async () => {
  let iterations = 0;
  await new Promise<void>((resolve) => {
    startLoop('watch', () => {
      iterations += 1;
      if (iterations <= 2) return Promise.reject(new Error('the database is gone'));
      resolve();
      return Promise.resolve(0);
    });
  });
  await stopLoops();
  expect(iterations).toBe(3);
});
