/**
 * Writes the time of a filter in UTC, such as "2026-03-28T23:00:00Z" for "2026-03-29T00:00:00+01:00"; keeps fractions
 * of a second. A day (2026-03-29), a time without an offset, which is in UTC, and a text that is no time stay as they
 * are.
 */
export function writeUtc(time: string): string {
  const [, moment, fraction = '', offset] = /^(.+T[0-9:]+)(\.\d+)?([+-]\d\d:\d\d)$/.exec(time) ?? [];
  const date = new Date(`${moment}${offset}`);
  if (moment === undefined || Number.isNaN(date.getTime())) return time;
  return date.toISOString().replace('.000Z', `${fraction}Z`);
}
