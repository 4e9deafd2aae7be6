import 'server-only';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Result } from '@/lib/result';
import { singleton } from '@/lib/server/runtime/singleton';
import type { HttpAnswer, HttpFailure, Operation } from '@/lib/server/transfer-service/http-call';

/** What is counted of the calls of this process to the service. */
export const callMetrics = () =>
  singleton('metrics.service', () => {
    const state = { fetchedAt: Number.NaN };
    return {
      state,
      metrics: {
        calls: new Counter({
          name: 'countersign_service_calls_total',
          help: 'Calls to the service, each try by itself, by status; without an answer: timeout, lost (it may have arrived), not-sent, held-back',
          labelNames: ['operation', 'status'],
          registers: [],
        }),
        duration: new Histogram({
          name: 'countersign_service_call_duration_seconds',
          help: 'How long a call to the service took, whatever came of it',
          labelNames: ['operation'],
          buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
          registers: [],
        }),
        retries: new Counter({
          name: 'countersign_service_retries_total',
          help: 'Reads and token fetches that were tried once more',
          registers: [],
        }),
        tokenFetches: new Counter({
          name: 'countersign_service_token_fetches_total',
          help: 'Tokens asked for, by what came of it: ok, credential (refused), problem, unreadable, timeout, unreachable',
          labelNames: ['outcome'],
          registers: [],
        }),
        tokenAge: new Gauge({
          name: 'countersign_service_token_age_seconds',
          help: 'How long ago this process got the newest token; not a number where it has none yet',
          registers: [],
          collect() {
            this.set((performance.now() - state.fetchedAt) / 1000);
          },
        }),
      },
    };
  });

/** Counts a call that has ended. `startedAt`: on the monotonic clock. */
export function countCall(operation: Operation, startedAt: number, outcome: Result<HttpAnswer, HttpFailure>): void {
  const { calls, duration } = callMetrics().metrics;
  calls.inc({
    operation,
    status: outcome.ok ? outcome.value.status : outcome.error.isTimeout ? 'timeout' : outcome.error.kind,
  });
  duration.observe({ operation }, (performance.now() - startedAt) / 1000);
}

/** Counts a token that was asked for. */
export function countTokenFetch(outcome: string): void {
  const { state, metrics } = callMetrics();
  metrics.tokenFetches.inc({ outcome });
  if (outcome === 'ok') state.fetchedAt = performance.now();
}
