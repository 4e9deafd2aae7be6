import { NOTICE_KINDS, type NoticeKind, type NoticeMode } from '@/lib/notifications/kinds';

/** When a person wants to be notified. Hours are those of their day, 0 to 23. */
export interface NoticeHours {
  /** IANA name, such as Europe/Berlin. */
  timeZone: string;
  quietFrom: number | null;
  quietUntil: number | null;
}

const HOUR_MS = 3_600_000;
/** Hour of a person's day at which the daily digest leaves. */
const DAILY_HOUR = 8;
/** Hours without a time zone of their own are those of UTC. */
export const DEFAULT_HOURS: NoticeHours = { timeZone: 'UTC', quietFrom: null, quietUntil: null };

/** Gives how a person gets a kind of notice: as they chose, but never less than what cannot be switched off. */
export function modeOf(kind: NoticeKind, chosen: NoticeMode | undefined): NoticeMode {
  return chosen === undefined || (chosen === 'off' && NOTICE_KINDS[kind].isNeeded) ? 'at-once' : chosen;
}

/**
 * Gives when a notice is delivered: at once, at the next full hour, or at eight in the person's morning, and never in
 * their quiet hours. Undefined where they switched the kind off. What cannot be switched off comes at once also in
 * quiet hours if it is an alarm about sending.
 */
export function dueTime(
  kind: NoticeKind,
  { now, mode, hours }: { now: Date; mode: NoticeMode; hours: NoticeHours },
): Date | undefined {
  if (mode === 'off') return undefined;
  const planned = mode === 'at-once' ? now : nextFull(now, mode === 'hourly' ? undefined : DAILY_HOUR, hours.timeZone);
  return NOTICE_KINDS[kind].wakes ? planned : afterQuiet(planned, hours);
}

/** Gives the next full hour, or the next one that is `hour` o'clock in a time zone. */
function nextFull(now: Date, hour: number | undefined, timeZone: string): Date {
  const first = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS;
  // A day, and an hour more where clocks change.
  const coming = Array.from({ length: 26 }, (_, step) => new Date(first + step * HOUR_MS));
  const found = coming.find((at) => hour === undefined || hourIn(at, timeZone) === hour);
  return found ?? new Date(first);
}

function afterQuiet(at: Date, { timeZone, quietFrom, quietUntil }: NoticeHours): Date {
  if (quietFrom === null || quietUntil === null) return at;
  const hour = hourIn(at, timeZone);
  const isQuiet =
    quietFrom < quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil;
  return isQuiet ? nextFull(at, quietUntil, timeZone) : at;
}

function hourIn(at: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(at));
}

/** Tells whether a text is a time zone that this machine knows. */
export function isTimeZone(text: string): boolean {
  try {
    return text.length <= 64 && hourIn(new Date(0), text) >= 0;
  } catch {
    return false;
  }
}
