const DAY = 86_400;
const LAST_SERIAL = 2_958_466;
// The day before 1 January 1900, and the day 0 of workbooks that count from 1904.
const EPOCH_1900 = Date.UTC(1899, 11, 31);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
// 29 February 1900, which Excel counts though it never was.
const PHANTOM_DAY = 60;

/**
 * Gives the date of a serial number as ISO 8601: a day, a day with its time, or a time alone below 1; undefined where
 * no spreadsheet shows a date. Rounded to seconds.
 */
export function serialToIso(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return undefined;
  const seconds = Math.round(serial * DAY);
  const [day, rest] = [Math.floor(seconds / DAY), seconds % DAY];
  const time = new Date(rest * 1000).toISOString().slice(11, 19);
  if (day === 0) return time;
  const date = is1904 ? dateOf(EPOCH_1904, day) : dateOf1900(day);
  return rest === 0 ? date : `${date}T${time}`;
}

function dateOf1900(day: number): string {
  if (day === PHANTOM_DAY) return '1900-02-29';
  return dateOf(EPOCH_1900, day > PHANTOM_DAY ? day - 1 : day);
}

function dateOf(epoch: number, day: number): string {
  return new Date(epoch + day * DAY * 1000).toISOString().slice(0, 10);
}
