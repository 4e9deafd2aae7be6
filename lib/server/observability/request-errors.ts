import 'server-only';
import type { Instrumentation } from 'next';
import { patternOf } from '@/lib/http/route-patterns';
import { counters } from '@/lib/server/observability/counters';
import { log } from '@/lib/server/observability/log';
import { requestContext } from '@/lib/server/runtime/request-context';

type RequestErrorParameters = Parameters<Instrumentation.onRequestError>;

/**
 * Counts and logs an unexpected error of a request, with the number that its error page shows. Takes the arguments of
 * Next's `onRequestError`. A malformed call of an action is the caller's mistake, so it is only logged as a warning.
 */
export function logRequestError(
  error: RequestErrorParameters[0],
  request: Pick<RequestErrorParameters[1], 'path' | 'method'>,
  { routeType, renderSource }: Pick<RequestErrorParameters[2], 'routeType' | 'renderSource'>,
): void {
  const fields = { kind: routeType, route: patternOf(request.path), method: request.method };
  if (requestContext()?.awaitsAction) {
    log.warn(fields, 'malformed action call rejected');
    return;
  }
  counters().errors.inc({ kind: routeType });
  log.error({ err: error, renderSource, ...fields }, 'request failed');
}
