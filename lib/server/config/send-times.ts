import 'server-only';
import type { SettingsIssue } from '@/lib/server/config/environment-check';

/** Times of a send in milliseconds, as configured. */
export interface SendTimes {
  SEND_TIMEOUT_MS: number;
  SEND_LEASE_MS: number;
  RECONCILE_QUIET_MS: number;
}

/**
 * How long a service may at least take to carry out a withdrawal whose answer was lost
 * (docs/sending.md#what-no-console-can-remove). The service states no time; a desk that knows a longer one sets
 * RECONCILE_QUIET_MS accordingly.
 */
const PROCESSING_MS = 40_000;

// Shorter ones are for tests: every slow answer would become an unknown outcome, and a second send would follow soon.
const PRODUCTION_MINIMA: SendTimes = { SEND_TIMEOUT_MS: 5_000, SEND_LEASE_MS: 15_000, RECONCILE_QUIET_MS: 60_000 };

const WAIVER = '(waiver: send-timing)';

/** Finds times that contradict each other. Such a configuration could send a withdrawal twice, so nothing waives it. */
export function findContradictingTimes({
  SEND_TIMEOUT_MS,
  SEND_LEASE_MS,
  RECONCILE_QUIET_MS,
}: SendTimes): SettingsIssue[] {
  return [
    // A sender must have given up well before another may take over its lease
    // (docs/specification/send-protocol.md#claim).
    ...(SEND_TIMEOUT_MS * 2 >= SEND_LEASE_MS
      ? [{ name: 'SEND_TIMEOUT_MS', message: `must be below half of SEND_LEASE_MS (${SEND_LEASE_MS})` }]
      : []),
    // A search that runs too early could miss a transfer that is still being created, which would then be sent twice
    // (docs/specification/send-protocol.md#reconcile).
    ...(RECONCILE_QUIET_MS <= SEND_TIMEOUT_MS
      ? [
          {
            name: 'RECONCILE_QUIET_MS',
            message:
              `must be longer than SEND_TIMEOUT_MS (${SEND_TIMEOUT_MS}) ` +
              'and longer than the service takes to carry out a withdrawal',
          },
        ]
      : []),
  ];
}

/** Finds times that are too short for production. */
export function findShortTimes(times: SendTimes): SettingsIssue[] {
  const names = Object.keys(PRODUCTION_MINIMA) as (keyof SendTimes)[];
  const short = names.filter((name) => times[name] < PRODUCTION_MINIMA[name]);
  const isTooEarly = times.RECONCILE_QUIET_MS < times.SEND_TIMEOUT_MS + PROCESSING_MS;
  return [
    ...short.map((name) => ({
      name,
      message: `is below ${PRODUCTION_MINIMA[name]}, the least in production ${WAIVER}`,
    })),
    ...(isTooEarly && !short.includes('RECONCILE_QUIET_MS')
      ? [
          {
            name: 'RECONCILE_QUIET_MS',
            message:
              `must in production be at least SEND_TIMEOUT_MS (${times.SEND_TIMEOUT_MS}) and ${PROCESSING_MS} more, ` +
              `the time that a service may take to carry out a withdrawal ${WAIVER}`,
          },
        ]
      : []),
  ];
}
