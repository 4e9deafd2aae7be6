import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge, Histogram } from 'prom-client';
import { patternOf } from '@/lib/http/route-patterns';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';

/** What is counted of the requests that this process answers, by route, method and status. */
export const requestMetrics = () =>
  singleton('metrics.requests', () => ({
    answered: new Counter({
      name: 'countersign_http_requests_total',
      help: 'Requests answered; where the caller went before the answer was whole, status is gone',
      labelNames: ['route', 'method', 'status'],
      registers: [],
    }),
    duration: new Histogram({
      name: 'countersign_http_request_duration_seconds',
      help: 'From the head of a request to the end of its answer',
      labelNames: ['route', 'method'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [],
    }),
    inHand: new Gauge({
      name: 'countersign_http_requests_in_progress',
      help: 'Requests that are being answered',
      registers: [],
    }),
  }));

const METHODS = new Set(['GET', 'HEAD', 'POST']);

/**
 * Counts every request of this process and writes a line for each: at `info` where it may have changed something or was
 * refused, else at `debug`. Hears of them from Node itself, so it does not matter who answers. Once per process.
 */
export function watchRequests(): void {
  singleton('requests.watched', () => {
    subscribe('http.server.request.start', (message) =>
      watch(message as { request: IncomingMessage; response: ServerResponse }),
    );
    return true;
  });
}

function watch({ request, response }: { request: IncomingMessage; response: ServerResponse }): void {
  const startedAt = performance.now();
  const { answered, duration, inHand } = requestMetrics();
  inHand.inc();
  // What is asked for is read now: Next writes over it on the way.
  const labels = {
    route: patternOf(request.url ?? ''),
    method: METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other',
  };
  // `close` comes once, whether the answer was whole or not.
  response.once('close', () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const status = response.writableFinished ? String(response.statusCode) : 'gone';
    inHand.dec();
    answered.inc({ ...labels, status });
    duration.observe(labels, seconds);
    const isOrdinary = labels.method !== 'POST' && labels.method !== 'other' && response.statusCode < 400;
    const line = {
      httpRequestId: response.getHeader('x-request-id'),
      ...labels,
      status,
      durationMs: Math.round(seconds * 1000),
    };
    if (isOrdinary) log.debug(line, 'a request was answered');
    else log.info(line, 'a request was answered');
  });
}
