import { expect, it } from 'vitest';
import { findDifferences } from '@/lib/sends/send-settings';

it('finds no difference between processes of one configuration, or with a single process', () => {
  const one = { SEND_MAX_ATTEMPTS: 3, SEND_RESEND_POLICY: 'manual' };
  expect(findDifferences([])).toEqual([]);
  expect(findDifferences([one])).toEqual([]);
  expect(findDifferences([one, { ...one }])).toEqual([]);
});

it('names each setting that differs, with its values and how many processes have them', () => {
  const one = { RECONCILE_QUIET_MS: 300_000, SEND_MAX_ATTEMPTS: 3 };
  expect(findDifferences([one, { ...one, RECONCILE_QUIET_MS: 60_000 }, one])).toEqual([
    {
      name: 'RECONCILE_QUIET_MS',
      values: [
        { value: '300000', processes: 2 },
        { value: '60000', processes: 1 },
      ],
    },
  ]);
});

it('finds no difference in a setting that another version does not have', () => {
  expect(findDifferences([{ SEND_MAX_ATTEMPTS: 3 }, { SEND_MAX_ATTEMPTS: 3, NEW: 1 }])).toEqual([]);
});
