import 'server-only';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Result } from '@/lib/result';
import { singleton } from '@/lib/server/runtime/singleton';
import type { HttpAnswer, HttpFailure, Operation } from '@/lib/server/transfer-service/http-call';

/** Metrics of the calls of this process to the service, and the time of its newest token. */
export const callMetrics = () =>
  singleton('metrics.service', () => {
    const state = { fetchedAt: Number.NaN };
    return {
      state,
      metrics: {
        calls: new Counter({
          name: 'countersign_service_calls_total',
          help:
            'Calls to the service, every attempt, by status; ' +
            'without an answer: timeout, lost (may have arrived), not-sent, held-back',
          labelNames: ['operation', 'status'],
          registers: [],
        }),
        duration: new Histogram({
          name: 'countersign_service_call_duration_seconds',
          help: 'Duration of calls to the service, with or without an answer',
          labelNames: ['operation'],
          buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
          registers: [],
        }),
        retries: new Counter({
          name: 'countersign_service_retries_total',
          help: 'Retries of reads and token requests',
          registers: [],
        }),
        tokenFetches: new Counter({
          name: 'countersign_service_token_fetches_total',
          help: 'Token requests, by outcome: ok, credential (refused), problem, unreadable, timeout, unreachable',
          labelNames: ['outcome'],
          registers: [],
        }),
        tokenAge: new Gauge({
          name: 'countersign_service_token_age_seconds',
          help: 'Age of the newest token of this process; NaN before the first',
          registers: [],
          collect() {
            this.set((performance.now() - state.fetchedAt) / 1000);
          },
        }),
      },
    };
  });

/** Counts a call that has ended, and its duration. `startedAt` is on the monotonic clock. */
export function countCall(operation: Operation, startedAt: number, outcome: Result<HttpAnswer, HttpFailure>): void {
  const { calls, duration } = callMetrics().metrics;
  calls.inc({ operation, status: outcome.ok ? outcome.value.status : statusOf(outcome.error) });
  duration.observe({ operation }, (performance.now() - startedAt) / 1000);
}

function statusOf({ isTimeout, kind }: HttpFailure): string {
  return isTimeout ? 'timeout' : kind;
}

/** Counts a token request. */
export function countTokenFetch(outcome: string): void {
  const { state, metrics } = callMetrics();
  metrics.tokenFetches.inc({ outcome });
  if (outcome === 'ok') state.fetchedAt = performance.now();
}
