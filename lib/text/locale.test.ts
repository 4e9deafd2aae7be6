import { afterEach, expect, it } from 'vitest';
import { formatCount, formatDate, isLocale, setDeskFormat, zoneOfPage } from '@/lib/text/locale';

afterEach(() => setDeskFormat({ locale: 'en-GB', timeZone: undefined }));

it('writes counts and days in the locale and the zone of the desk', () => {
  const evening = new Date('2026-11-27T23:30:00Z');
  expect(formatCount(1234.56, { maximumFractionDigits: 1 })).toBe('1,234.6');
  expect(zoneOfPage(false)).toBe('UTC');
  expect(zoneOfPage(true)).toBeUndefined();
  setDeskFormat({ locale: 'de-DE', timeZone: 'Asia/Tokyo' });
  expect(formatCount(12_345)).toBe('12.345');
  expect(formatDate(evening, { dateStyle: 'short' })).toBe('28.11.26');
  expect(formatDate(evening, { dateStyle: 'short', timeZone: 'UTC' })).toBe('27.11.26');
  expect([zoneOfPage(false), zoneOfPage(true)]).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);
});

it('knows locales that this machine can write', () => {
  expect(['en-GB', 'de', 'ja-JP', 'en_GB', 'xx-YY', '', 'en-GB; path=/'].filter(isLocale)).toEqual([
    'en-GB',
    'de',
    'ja-JP',
  ]);
});
