import 'server-only';
import type { Instrumentation } from 'next';
import { patternOf } from '@/lib/route-patterns';
import { counters } from '@/lib/server/counters';
import { log } from '@/lib/server/log';

type Fault = Parameters<Instrumentation.onRequestError>;

/** Counts and logs an error that nobody expected, with the number that stands on the page that is shown for it. Takes what Next tells of it. */
export function logFault(
  error: Fault[0],
  request: Pick<Fault[1], 'path' | 'method'>,
  { routeType, renderSource }: Pick<Fault[2], 'routeType' | 'renderSource'>,
): void {
  counters().faults.inc({ kind: routeType });
  log.error({ err: error, kind: routeType, renderSource, route: patternOf(request.path), method: request.method }, 'a request met a fault');
}
