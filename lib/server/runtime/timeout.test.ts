import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withTimeout } from '@/lib/server/runtime/timeout';

const late = () => 'late' as const;
const hang = () => delay(10_000, undefined, { ref: false });
const fail = () => {
  throw new Error('too slow');
};

it('gives the value or the error of work that ends in time', async () => {
  expect(await withTimeout(1_000, async () => 7, late)).toBe(7);
  await expect(withTimeout(1_000, () => Promise.reject(new Error('broken')), late)).rejects.toThrow('broken');
});

it('gives the result of onTimeout after the time, and aborts the work', async () => {
  let isAborted = false;
  const work = (signal: AbortSignal) =>
    delay(10_000, undefined, { signal, ref: false }).catch(() => {
      isAborted = true;
    });
  expect(await withTimeout(10, work, late)).toBe('late');
  await delay(0);
  expect(isAborted).toBe(true);
});

it('throws what onTimeout throws', async () => {
  await expect(withTimeout(10, hang, fail)).rejects.toThrow('too slow');
});
