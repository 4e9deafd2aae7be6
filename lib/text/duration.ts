const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a duration in its two largest units, such as "3 h 12 min". Anything below a minute is "under a minute". */
export function formatDuration(ms: number): string {
  if (ms < MINUTE) return 'under a minute';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  return ms < DAY ? formatUnits(ms, [HOUR, 'h'], [MINUTE, 'min']) : formatUnits(ms, [DAY, 'd'], [HOUR, 'h']);
}

/** Formats a duration, below a minute in seconds: "16 s", "3 min", "2 h 5 min". */
export function formatDurationToSeconds(ms: number): string {
  return ms < MINUTE ? `${Math.max(1, Math.floor(ms / 1000))} s` : formatDuration(ms);
}

type Unit = [ms: number, symbol: string];

function formatUnits(ms: number, [largeMs, largeSymbol]: Unit, [smallMs, smallSymbol]: Unit): string {
  const rest = Math.floor((ms % largeMs) / smallMs);
  const whole = `${Math.floor(ms / largeMs)} ${largeSymbol}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallSymbol}`;
}
