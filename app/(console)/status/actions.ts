'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { revokeSession, type RevokeFailure } from '@/lib/server/auth/revoke';
import { stopSending } from '@/lib/server/stop-switch/stop-switch';

type StopFailure = Extract<Awaited<ReturnType<typeof stopSending>>, { ok: false }>['error'];

export async function stopSendingAction(input: unknown): Promise<Result<null, StopFailure>> {
  return measureAction('stopSending', stopSending, input);
}

export async function revokeSessionAction(input: unknown): Promise<Result<{ ended: number }, RevokeFailure>> {
  return measureAction('revokeSession', revokeSession, input);
}
