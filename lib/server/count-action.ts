import 'server-only';
import type { Result } from '@/lib/result';
import { counters } from '@/lib/server/counters';
import { log } from '@/lib/server/log';

const KIND = /^[a-z][a-z-]{0,40}$/;

/** Does what a server action is for, counts it by what became of it, and writes a line that says so. Gives what `act` gives. */
export async function countAction<Value, Failure extends { kind: string }>(
  action: string,
  act: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> {
  const startedAt = performance.now();
  const end = (outcome: string) => {
    counters().actions.inc({ action, outcome });
    log.info({ action, outcome, durationMs: Math.round(performance.now() - startedAt) }, 'an action ended');
  };
  try {
    const outcome = await act();
    end(outcome.ok ? 'ok' : KIND.test(outcome.error.kind) ? outcome.error.kind : 'other');
    return outcome;
  } catch (error) {
    end('thrown');
    throw error;
  }
}
