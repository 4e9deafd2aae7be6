'use server';

import type { Result } from '@/lib/result';
import { revokeSession, type RevokeFailure } from '@/lib/server/auth/revoke';
import { measureAction } from '@/lib/server/observability/measure-action';

/** Ends one session, all of a person, or the caller's others. */
export async function revokeSessionAction(input: unknown): Promise<Result<{ ended: number }, RevokeFailure>> {
  return measureAction('revokeSession', revokeSession, input);
}
