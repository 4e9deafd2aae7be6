'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import type { CreateBatchFailure } from '@/lib/requests/contract';
import { createBatch } from '@/lib/server/requests/groups/create-batch';

/** Creates a batch from the forms of a sheet, which the server checks again with the form's schema. */
export async function createBatchAction(input: unknown): Promise<Result<{ groupId: string }, CreateBatchFailure>> {
  return measureAction('makeBatch', createBatch, input);
}
