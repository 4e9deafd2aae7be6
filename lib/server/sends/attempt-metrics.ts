import 'server-only';
import { Counter } from 'prom-client';
import type { SendReason, SendState } from '@/lib/sends/send-machine';
import { singleton } from '@/lib/server/runtime/singleton';

/** Attempts to send that this process saw the end of. */
export const attemptMetrics = () =>
  singleton(
    'metrics.attempts',
    () =>
      new Counter({
        name: 'countersign_send_attempts_total',
        help: 'Attempts to send that ended, by the state that followed and why',
        labelNames: ['state', 'reason'],
        registers: [],
      }),
  );

/** Counts an attempt that has ended. */
export function countAttempt(state: SendState, reason: SendReason): void {
  attemptMetrics().inc({ state, reason });
}
