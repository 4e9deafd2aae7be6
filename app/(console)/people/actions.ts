'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { suspendPerson, type SuspendFailure } from '@/lib/server/people/suspend';

/** Suspends a person, which ends their sessions and voids their open approvals. */
export async function suspendPersonAction(input: unknown): Promise<Result<null, SuspendFailure>> {
  return measureAction('suspendPerson', suspendPerson, input);
}
