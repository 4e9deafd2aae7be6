import 'server-only';
import { isJsonInput } from '@/lib/http/json-input';
import type { Result } from '@/lib/result';
import { counters } from '@/lib/server/observability/counters';
import { log } from '@/lib/server/observability/log';
import { requestContext } from '@/lib/server/runtime/request-context';

const KIND = /^[a-z][a-z-]{0,40}$/;

/**
 * Does what a server action is for, counts it by what became of it, and writes a line that says so. `act` takes what the
 * browser sent, unchecked; where that is more than JSON can say, it takes nothing. Gives what `act` gives.
 */
export async function measureAction<Value, Failure extends { kind: string }>(
  action: string,
  act: (input: unknown) => Promise<Result<Value, Failure>>,
  input?: unknown,
): Promise<Result<Value, Failure>> {
  const startedAt = performance.now();
  const context = requestContext();
  if (context) context.awaitsAction = false;
  const end = (outcome: string) => {
    counters().actions.inc({ action, outcome });
    log.info({ action, outcome, durationMs: Math.round(performance.now() - startedAt) }, 'an action ended');
  };
  try {
    const outcome = await act(isJsonInput(input) ? input : undefined);
    end(outcome.ok ? 'ok' : KIND.test(outcome.error.kind) ? outcome.error.kind : 'other');
    return outcome;
  } catch (error) {
    end('thrown');
    throw error;
  }
}
