'use server';

import type { Unsigned } from '@/lib/passkeys/contract';
import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { proposeOrder } from '@/lib/server/standing-orders/propose';
import { takeOrderStep } from '@/lib/server/standing-orders/step';
import type { OrderFailure } from '@/lib/standing-orders/contract';

/** Proposes a planned payment; takes unchecked input. */
export async function proposeOrderAction(
  input: unknown,
): Promise<Result<{ orderId: string }, OrderFailure | Unsigned>> {
  return measureAction('proposeOrder', proposeOrder, input);
}

/** Approves, pauses, resumes or ends a planned payment; takes unchecked input. */
export async function orderStepAction(input: unknown): Promise<Result<null, OrderFailure | Unsigned>> {
  return measureAction('orderStep', takeOrderStep, input);
}
