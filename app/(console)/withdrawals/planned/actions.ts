'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { proposeOrder } from '@/lib/server/standing-orders/propose';
import { takeOrderStep } from '@/lib/server/standing-orders/step';
import type { OrderFailure } from '@/lib/standing-orders/contract';

/** Proposes a planned payment; takes unchecked input. */
export async function proposeOrderAction(input: unknown): Promise<Result<{ orderId: string }, OrderFailure>> {
  return measureAction('proposeOrder', proposeOrder, input);
}

/** Approves, pauses, resumes or ends a planned payment; takes unchecked input. */
export async function orderStepAction(input: unknown): Promise<Result<null, OrderFailure>> {
  return measureAction('orderStep', takeOrderStep, input);
}
