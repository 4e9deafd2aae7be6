'use server';

import type { DecisionFailure } from '@/lib/requests/contract';
import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { dismissReturned } from '@/lib/server/requests/lists/returned';

/** Marks returned requests of the signed-in person as done (`input`: requestIds, unchecked). */
export async function dismissReturnedAction(input: unknown): Promise<Result<null, DecisionFailure>> {
  return measureAction('dismissReturned', dismissReturned, input);
}
