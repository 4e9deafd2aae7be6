import 'server-only';
import { fail, type Result } from '@/lib/result';
import { isOutage } from '@/lib/server/observability/query-error';

/**
 * Awaits a value that the database gives. Returns the failure `unavailable` if the database is down, full or too slow,
 * and throws every other error.
 */
export async function orUnavailable<Value>(
  value: Value | Promise<Value>,
): Promise<Value | Result<never, { kind: 'unavailable' }>> {
  try {
    return await value;
  } catch (error) {
    if (isOutage(error)) return fail({ kind: 'unavailable' });
    throw error;
  }
}
