'use server';

import type { RequestState } from '@/lib/requests/decisions';
import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { decideOnGroup } from '@/lib/server/requests/groups/decide';
import { confirmTest, type TestConfirmation } from '@/lib/server/requests/groups/confirm-test';
import { cancelRequest } from '@/lib/server/requests/cancel';
import type { DecisionFailure } from '@/lib/requests/contract';
import { decideOnRequest } from '@/lib/server/requests/decide';

export async function decideAction(input: unknown): Promise<Result<{ state: RequestState }, DecisionFailure>> {
  return measureAction('decideOnRequest', decideOnRequest, input);
}

export async function cancelAction(input: unknown): Promise<Result<null, DecisionFailure>> {
  return measureAction('cancelRequest', cancelRequest, input);
}

/** Decides on a test and its remainder, or on what waits of a batch, as one. */
export async function decideOnGroupAction(input: unknown): Promise<Result<{ decided: number }, DecisionFailure>> {
  return measureAction('decideOnGroup', decideOnGroup, input);
}

/** Somebody says that the recipient has the test, which lets the remainder go. */
export async function confirmTestAction(input: unknown): Promise<Result<TestConfirmation, DecisionFailure>> {
  return measureAction('confirmTest', confirmTest, input);
}
