'use server';

import type { Result } from '@/lib/result';
import { stopSending } from '@/lib/server/sends/stop';

type StopFailure = Extract<Awaited<ReturnType<typeof stopSending>>, { ok: false }>['error'];

export async function stopSendingAction(input: unknown): Promise<Result<null, StopFailure>> {
  return stopSending(input);
}
