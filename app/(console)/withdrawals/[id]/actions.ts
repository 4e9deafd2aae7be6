'use server';

import type { RequestState } from '@/lib/requests/decisions';
import type { Result } from '@/lib/result';
import { countAction } from '@/lib/server/observability/measure-action';
import { decideOnGroup } from '@/lib/server/requests/groups/decide';
import { confirmTest, type Release } from '@/lib/server/requests/groups/confirm-test';
import { cancelRequest } from '@/lib/server/requests/cancel';
import { type ActFailure, decideOnRequest } from '@/lib/server/requests/decide';

export async function decideAction(input: unknown): Promise<Result<{ state: RequestState }, ActFailure>> {
  return countAction('decideOnRequest', decideOnRequest, input);
}

export async function cancelAction(input: unknown): Promise<Result<null, ActFailure>> {
  return countAction('cancelRequest', cancelRequest, input);
}

/** Decides on a test and its remainder, or on what waits of a batch, as one. */
export async function decideOnGroupAction(input: unknown): Promise<Result<{ decided: number }, ActFailure>> {
  return countAction('decideOnGroup', decideOnGroup, input);
}

/** Somebody says that the recipient has the test, which lets the remainder go. */
export async function confirmTestAction(input: unknown): Promise<Result<Release, ActFailure>> {
  return countAction('confirmTest', confirmTest, input);
}
