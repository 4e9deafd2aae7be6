import { expect, it } from 'vitest';
import { coalesce } from '@/lib/server/runtime/coalesce';

it('runs the same read once at a time, and again afterwards', async () => {
  let reads = 0;
  const read = () => coalesce('rows', { ids: [1, 2] }, () => Promise.resolve((reads += 1)));
  expect(await Promise.all([read(), read(), coalesce('rows', { ids: [3] }, () => Promise.resolve('other'))])).toEqual([
    1,
    1,
    'other',
  ]);
  expect(await read()).toBe(2);
});

const failing = () => coalesce('rows', 'failing', () => Promise.reject(new Error('gone')));

it('rejects for every caller that joined a failing read, and runs again afterwards', async () => {
  const [one, other] = await Promise.allSettled([failing(), failing()]);
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
  expect(await coalesce('rows', 'failing', () => Promise.resolve('back'))).toBe('back');
});
