import { expect, it } from 'vitest';
import { coalesce } from '@/lib/server/runtime/coalesce';

it('answers the same question once while it is under way, and anew afterwards', async () => {
  let asked = 0;
  const ask = () => coalesce('rows', { ids: [1, 2] }, () => Promise.resolve((asked += 1)));
  expect(await Promise.all([ask(), ask(), coalesce('rows', { ids: [3] }, () => Promise.resolve('other'))])).toEqual([
    1,
    1,
    'other',
  ]);
  expect(await ask()).toBe(2);
});

const failing = () => coalesce('rows', 'failing', () => Promise.reject(new Error('gone')));

it('tells everybody who waits that it failed, and asks anew afterwards', async () => {
  const [one, other] = await Promise.allSettled([failing(), failing()]);
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
  expect(await coalesce('rows', 'failing', () => Promise.resolve('back'))).toBe('back');
});
