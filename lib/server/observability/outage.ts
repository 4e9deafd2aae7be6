import 'server-only';
import { fail, type Result } from '@/lib/result';
import { isOutage } from '@/lib/server/observability/query-error';

/** What was asked for, or as an expected failure that the database is gone, full or too slow. */
export async function orUnavailable<Value>(
  asked: Value | Promise<Value>,
): Promise<Value | Result<never, { kind: 'unavailable' }>> {
  try {
    return await asked;
  } catch (error) {
    if (isOutage(error)) return fail({ kind: 'unavailable' });
    throw error;
  }
}
