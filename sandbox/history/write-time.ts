const DAY = 86_400_000;
const MINUTE = 60_000;
const padded = (count: number, digits: number) =>
  Array.from({ length: count }, (_, value) => String(value).padStart(digits, '0'));
const HUNDRED = padded(100, 2);
const THOUSAND = padded(1000, 3);

let latestDay = Number.NaN;
let latestDate = '';

/**
 * Writes a time in milliseconds since 1970 as `Date.toISOString` does, which took a fifth of the time of a record. The
 * date is that of the call before, as long as the day is the same.
 */
export function writeTime(ms: number): string {
  const day = Math.floor(ms / DAY);
  if (day !== latestDay) {
    latestDay = day;
    latestDate = new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
  }
  const minutes = Math.floor((ms - day * DAY) / MINUTE);
  const rest = ms % MINUTE;
  const time = `${HUNDRED[Math.floor(minutes / 60)]}:${HUNDRED[minutes % 60]}:${HUNDRED[Math.floor(rest / 1000)]}`;
  return `${latestDate}T${time}.${THOUSAND[rest % 1000]}Z`;
}
