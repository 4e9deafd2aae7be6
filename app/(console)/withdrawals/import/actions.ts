'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import type { CreateBatchFailure } from '@/lib/requests/contract';
import { createBatch } from '@/lib/server/requests/groups/create-batch';

/** Takes the sheet as forms, unchecked; the server checks every one of them again with the form's own schema. */
export async function createBatchAction(input: unknown): Promise<Result<{ groupId: string }, CreateBatchFailure>> {
  return measureAction('makeBatch', createBatch, input);
}
