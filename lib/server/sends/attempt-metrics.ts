import 'server-only';
import { Counter } from 'prom-client';
import type { SendReason, SendState } from '@/lib/sends/send-machine';
import { singleton } from '@/lib/server/runtime/singleton';

/** Counter of the attempts to send that ended in this process. */
export const attemptMetrics = () =>
  singleton(
    'metrics.attempts',
    () =>
      new Counter({
        name: 'countersign_send_attempts_total',
        help: 'Attempts to send that ended, by the next state and the reason',
        labelNames: ['state', 'reason'],
        registers: [],
      }),
  );

/** Counts an attempt that has ended with this state and reason. */
export function countAttempt(state: SendState, reason: SendReason): void {
  attemptMetrics().inc({ state, reason });
}
