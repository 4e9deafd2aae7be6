import { expect, it } from 'vitest';
import { isBankDay } from '@/lib/standing-orders/calendars/calendar';
import { offerCalendars, readCalendarFile, toCalendar } from '@/lib/standing-orders/calendars/calendar-file';

const TEXT = '# Bank holidays\n2027-05-06 # Ascension\r\n\n 2026-06-23\n';
const surely = (text: string) => {
  const read = readCalendarFile('Luxembourg', text);
  return read.ok ? read.value : expect.fail(read.error.join());
};
const faultsOf = (text: string, name = 'Luxembourg') => {
  const read = readCalendarFile(name, text);
  return read.ok ? [] : read.error;
};

it('reads closing days, and knows the years that have one', () => {
  const calendar = toCalendar(surely(TEXT));
  const days = ['2026-06-23', '2026-06-24', '2026-06-27', '2027-05-06', '2027-12-31', '2025-12-31', '2028-01-03'];
  expect(days.map((day) => isBankDay(calendar, day))).toEqual([false, true, false, false, true, undefined, undefined]);
  expect(offerCalendars([surely(TEXT)]).map(({ label }) => label)).toEqual([
    'T2 (euro)',
    'Fedwire (US dollar)',
    'CHAPS (pound sterling)',
    'Luxembourg (to 2027)',
  ]);
});

it('has other weekends where the file names them', () => {
  const calendar = toCalendar(surely(`weekend Friday, saturday\n${TEXT}`));
  expect(['2026-07-03', '2026-07-04', '2026-07-05'].map((day) => isBankDay(calendar, day))).toEqual([
    false,
    false,
    true,
  ]);
});

it.each<[string, string[]]>([
  ['', ['it has no date']],
  [
    '2026-1-1\n2026-02-30\n2026-03-01\n2026-03-01',
    [
      'line 1 is no date such as 2026-12-31',
      'line 2 is no date such as 2026-12-31',
      'line 4 has 2026-03-01 a second time',
    ],
  ],
  ['weekend\n2026-02-01', ['line 1 is no date such as 2026-12-31']],
  [
    'weekend Fri\nweekend Friday\n2026-02-01',
    ['line 1 names no weekdays, such as “weekend Friday Saturday”', 'line 2 names the weekend a second time'],
  ],
  ['2026-12-25\n2027-01-01', ['it has no date of 2027 after January']],
  ['2026-01-01\n2028-02-01', ['it has no date of 2027, and has dates of a later year']],
])('lists every fault of %j', (text, faults) => {
  expect(faultsOf(text)).toEqual(faults);
});

it('refuses the name of a calendar by rule, and one that is no plain name', () => {
  expect(faultsOf(TEXT, 't2')).toEqual(['the file has the name of a calendar that the console has by rule']);
  expect(faultsOf(TEXT, '<b>')).toHaveLength(1);
});
