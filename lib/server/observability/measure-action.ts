import 'server-only';
import { isJsonInput } from '@/lib/http/json-input';
import type { Result } from '@/lib/result';
import { counters } from '@/lib/server/observability/counters';
import { log } from '@/lib/server/observability/log';
import { requestContext } from '@/lib/server/runtime/request-context';

const KIND = /^[a-z][a-z-]{0,40}$/;

/**
 * Runs a server action, counts it by its outcome and logs it. `act` receives the unchecked input from the browser, or
 * undefined if that input is more than JSON can express. Returns the result of `act`.
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
    log.info({ action, outcome, durationMs: Math.round(performance.now() - startedAt) }, 'action ended');
  };
  try {
    const result = await act(isJsonInput(input) ? input : undefined);
    end(outcomeOf(result));
    return result;
  } catch (error) {
    end('thrown');
    throw error;
  }
}

function outcomeOf(result: Result<unknown, { kind: string }>): string {
  if (result.ok) return 'ok';
  return KIND.test(result.error.kind) ? result.error.kind : 'other';
}
