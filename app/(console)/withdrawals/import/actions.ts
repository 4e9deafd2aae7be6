'use server';

import type { Result } from '@/lib/result';
import { countAction } from '@/lib/server/observability/measure-action';
import { makeBatch, type MakeBatchFailure } from '@/lib/server/requests/groups/create-batch';

/** Takes the sheet as forms, unchecked; the server checks every one of them again with the form's own schema. */
export async function makeBatchAction(input: unknown): Promise<Result<{ groupId: string }, MakeBatchFailure>> {
  return countAction('makeBatch', makeBatch, input);
}
