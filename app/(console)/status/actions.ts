'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { suspendPerson, type SuspendFailure } from '@/lib/server/people/suspend';
import { stopSending } from '@/lib/server/stop-switch/stop-switch';

type StopFailure = Extract<Awaited<ReturnType<typeof stopSending>>, { ok: false }>['error'];

export async function stopSendingAction(input: unknown): Promise<Result<null, StopFailure>> {
  return measureAction('stopSending', stopSending, input);
}

/** Suspends a person, which ends their sessions and voids their open approvals. */
export async function suspendPersonAction(input: unknown): Promise<Result<null, SuspendFailure>> {
  return measureAction('suspendPerson', suspendPerson, input);
}
