'use server';

import type { RequestState } from '@/lib/decisions';
import type { Result } from '@/lib/result';
import { cancelRequest } from '@/lib/server/requests/cancel';
import { type ActFailure, decideOnRequest } from '@/lib/server/requests/decide';

export async function decideAction(input: unknown): Promise<Result<{ state: RequestState }, ActFailure>> {
  return decideOnRequest(input);
}

export async function cancelAction(input: unknown): Promise<Result<null, ActFailure>> {
  return cancelRequest(input);
}
