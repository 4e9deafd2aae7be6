import { beforeEach, describe, expect, it } from 'vitest';
import { readSentToday } from '@/lib/server/mirror/figures/sent-today';
import { readTimeZone } from '@/lib/server/cookies/own-cookies';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { TIME_ZONE_COOKIE } from '@/lib/time/time-zone-cookie';
import { caller } from '@/scripts/testing/people/caller';
import {
  clearMirror,
  type ServiceRecord,
  storeRecords,
  withdrawalRecord,
} from '@/scripts/testing/mirror/mirror-records';
import { setUpTestDatabase } from '@/scripts/testing/test-process';

setUpTestDatabase();
beforeEach(async () => {
  await clearMirror();
});

// The clocks of Berlin went forward on this day: it began at 23:00 UTC of the day before and ended at 22:00.
const NOON = new Date('2026-03-29T12:00:00Z');
let number = 0;
const record = (createdAt: string, changes: Record<string, unknown> = {}): ServiceRecord =>
  withdrawalRecord({
    id: `t-${(number += 1)}`,
    asset: 'BTC',
    total: '1.1',
    fee: '0.1',
    created_at: createdAt,
    updated_at: createdAt,
    ...changes,
  });

const sentIn = async (zone: string) => (await readSentToday(SYSTEM_READER, zone, NOON)).assets[0]?.sent;

describe('what was sent today', () => {
  it('is the whole day of the zone, to the second, also when the clocks change', async () => {
    await storeRecords([
      record('2026-03-28T22:59:59.999999Z', { amount: '100' }),
      record('2026-03-28T23:00:00Z', { amount: '1' }),
      record('2026-03-29T21:59:59.999999Z', { amount: '2' }),
      record('2026-03-29T22:00:00Z', { amount: '200' }),
    ]);
    expect(await sentIn('Europe/Berlin')).toEqual({ transfers: 2, amount: '3' });
    expect(await sentIn('UTC')).toEqual({ transfers: 2, amount: '202' });
    expect(await sentIn('Pacific/Kiritimati')).toEqual({ transfers: 2, amount: '202' });
  });

  it('sums withdrawals by asset and status, exactly, and nothing else', async () => {
    const at = '2026-03-29T10:00:00Z';
    await storeRecords([
      record(at, { amount: '123456789012345678901234567890.000000000000000001' }),
      record(at, { amount: '0.000000000000000002', status: 'PENDING' }),
      record(at, { amount: '7', status: 'FAILED' }),
      record(at, { amount: '5', status: 'FROZEN' }),
      record(at, { amount: 'much' }),
      record(at, { amount: '9', direction: 'CREDIT', type: 'CRYPTO_DEPOSIT' }),
      record(at, { amount: '9', type: 'FIAT_WITHDRAWAL' }),
      record(at, { amount: '1', asset: '=cmd' }),
      record(at, { amount: '1', asset: undefined }),
    ]);
    expect(await readSentToday(SYSTEM_READER, 'UTC', NOON)).toEqual({
      day: '2026-03-29',
      zone: 'UTC',
      assets: [
        {
          asset: 'BTC',
          sent: { transfers: 5, amount: '123456789012345678901234567902.000000000000000003' },
          completed: { transfers: 2, amount: '123456789012345678901234567890.000000000000000001' },
          pending: { transfers: 1, amount: '0.000000000000000002' },
          failed: { transfers: 1, amount: '7' },
          withoutAmount: 1,
        },
        expect.objectContaining({ asset: '', sent: { transfers: 1, amount: '1' } }),
        expect.objectContaining({ asset: '=cmd', sent: { transfers: 1, amount: '1' } }),
      ],
    });
  });

  it('shows a reader the profiles that the reader may see', async () => {
    await storeRecords([
      record('2026-03-29T10:00:00Z'),
      record('2026-03-29T10:00:00Z', { profile_id: 'p-hidden', amount: '50' }),
    ]);
    const { assets } = await readSentToday({ ...SYSTEM_READER, visibleProfiles: ['p-ops'] }, 'UTC', NOON);
    expect(assets).toMatchObject([{ sent: { transfers: 1, amount: '1' } }]);
  });

  it('is empty on a day without withdrawals', async () => {
    expect((await readSentToday(SYSTEM_READER, 'Asia/Tokyo', NOON)).assets).toEqual([]);
  });
});

const zoneOf = (value?: string) => {
  caller.cookies = value === undefined ? {} : { [TIME_ZONE_COOKIE]: value };
  return readTimeZone();
};

describe('the time zone of the browser', () => {
  it('is what its cookie says, and UTC where that is no time zone', async () => {
    expect(await zoneOf('Europe/Berlin')).toBe('Europe/Berlin');
    for (const value of [undefined, '', 'Mars/Base', "UTC'; --", '\0', 'x'.repeat(5000)])
      expect(await zoneOf(value)).toBe('UTC');
  });
});
