import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge, Histogram } from 'prom-client';
import { patternOf } from '@/lib/http/route-patterns';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';

/** Metrics of the HTTP requests that this process answers, by route, method and status. */
export const requestMetrics = () =>
  singleton('metrics.requests', () => ({
    answered: new Counter({
      name: 'countersign_http_requests_total',
      help: 'Answered requests; the status is gone where the caller disconnected before the answer was complete',
      labelNames: ['route', 'method', 'status'],
      registers: [],
    }),
    duration: new Histogram({
      name: 'countersign_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer',
      labelNames: ['route', 'method'],
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [],
    }),
    inProgress: new Gauge({
      name: 'countersign_http_requests_in_progress',
      help: 'Requests in progress',
      registers: [],
    }),
  }));

const METHODS = new Set(['GET', 'HEAD', 'POST']);

/**
 * Counts and logs every request of this process: at `info` if it may have changed something or was rejected, otherwise
 * at `debug`. Subscribes to Node's own diagnostics, so it sees requests whichever handler answers. Does nothing the
 * second time.
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
  const { answered, duration, inProgress } = requestMetrics();
  inProgress.inc();
  // Read now: Next overwrites the URL later.
  const labels = {
    route: patternOf(request.url ?? ''),
    method: METHODS.has(request.method ?? '') ? (request.method ?? '') : 'other',
  };
  // `close` is emitted once, whether the answer was complete or not.
  response.once('close', () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const status = response.writableFinished ? String(response.statusCode) : 'gone';
    inProgress.dec();
    answered.inc({ ...labels, status });
    duration.observe(labels, seconds);
    const isSuccessfulRead = labels.method !== 'POST' && labels.method !== 'other' && response.statusCode < 400;
    const fields = {
      httpRequestId: response.getHeader('x-request-id'),
      ...labels,
      status,
      durationMs: Math.round(seconds * 1000),
    };
    if (isSuccessfulRead) log.debug(fields, 'request answered');
    else log.info(fields, 'request answered');
  });
}
