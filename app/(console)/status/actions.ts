'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { stopSending } from '@/lib/server/stop-switch/stop-switch';

type StopFailure = Extract<Awaited<ReturnType<typeof stopSending>>, { ok: false }>['error'];

export async function stopSendingAction(input: unknown): Promise<Result<null, StopFailure>> {
  return measureAction('stopSending', stopSending, input);
}
