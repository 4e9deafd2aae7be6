import 'server-only';
import type { Instrumentation } from 'next';
import { patternOf } from '@/lib/http/route-patterns';
import { counters } from '@/lib/server/observability/counters';
import { log } from '@/lib/server/observability/log';
import { requestContext } from '@/lib/server/runtime/request-context';

type Fault = Parameters<Instrumentation.onRequestError>;

/**
 * Counts and logs an error that nobody expected, with the number that stands on the page that is shown for it. Takes what
 * Next tells of it. That somebody called an action with what cannot be read is no fault of the console.
 */
export function logRequestError(
  error: Fault[0],
  request: Pick<Fault[1], 'path' | 'method'>,
  { routeType, renderSource }: Pick<Fault[2], 'routeType' | 'renderSource'>,
): void {
  if (requestContext()?.awaitsAction) {
    log.warn(
      { kind: routeType, route: patternOf(request.path), method: request.method },
      'what an action was called with could not be read',
    );
    return;
  }
  counters().faults.inc({ kind: routeType });
  log.error(
    { err: error, kind: routeType, renderSource, route: patternOf(request.path), method: request.method },
    'a request met a fault',
  );
}
