import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { readKept } from '@/lib/server/runtime/kept-values';

const OPTIONS = { keyOf: (item: string) => item, maxAgeMs: 1000, maxReads: 2 };

afterEach(() => void vi.useRealTimers());

it('reads a few at a time, and each again once it is old, for which nobody waits', async () => {
  vi.useFakeTimers();
  const name = randomUUID();
  let calls = 0;
  const read = (items: readonly string[]) => {
    calls += 1;
    return Promise.resolve(items.map((item) => `${item}${calls}`));
  };
  const ask = async () => [...(await readKept(name, ['a', 'b', 'c'], { ...OPTIONS, read })).values()];
  expect(await ask()).toEqual(['a1', 'b1']);
  expect(await ask()).toEqual(['a1', 'b1', 'c2']);
  expect(await ask()).toEqual(['a1', 'b1', 'c2']);
  vi.advanceTimersByTime(1001);
  // Those that are old are given once more, and are there for the next time.
  expect(await ask()).toEqual(['a1', 'b1', 'c2']);
  await vi.advanceTimersByTimeAsync(0);
  expect(await ask()).toEqual(['a3', 'b3', 'c2']);
  await vi.advanceTimersByTimeAsync(0);
  expect(await ask()).toEqual(['a3', 'b3', 'c4']);
});

it('joins a read that is under way, and keeps nothing of one that failed', async () => {
  const name = randomUUID();
  const read = vi.fn<() => Promise<string[]>>(() => Promise.reject(new Error('down')));
  const both = await Promise.allSettled([1, 2].map(() => readKept(name, ['a'], { ...OPTIONS, read })));
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await readKept(name, ['a'], { ...OPTIONS, read: () => Promise.resolve(['now']) })).toEqual(
    new Map([['a', 'now']]),
  );
});
