import { answerResult } from '@/app/api/answer-result';
import { readPosted } from '@/app/api/read-posted';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { measureAction } from '@/lib/server/observability/measure-action';

/** Creates a batch from the forms of a sheet, which the server checks again with the form's schema. */
export async function POST(request: Request): Promise<Response> {
  const posted = await readPosted(request, { capability: 'makeWithdrawal', maxBytes: BODY_LIMITS.sheet });
  // The name is a metric's label, which dashboards keep.
  return answerResult(posted.ok ? measureAction('makeBatch', createBatch, posted.value) : posted);
}
