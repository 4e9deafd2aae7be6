import { expect, it } from 'vitest';
import { startLoop, stopLoops } from '@/lib/server/workers/loop';

it('goes on after a fault, and after another', async () => {
  let rounds = 0;
  await new Promise<void>((resolve) => {
    startLoop('faulty', () => {
      rounds += 1;
      if (rounds <= 2) return Promise.reject(new Error('the database is gone'));
      resolve();
      return Promise.resolve(0);
    });
  });
  await stopLoops();
  expect(rounds).toBe(3);
});
