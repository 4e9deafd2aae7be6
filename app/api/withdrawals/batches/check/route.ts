import { answer, refuse } from '@/app/api/answer';
import { readPosted } from '@/app/api/read-posted';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { checkBatchEndpoint } from '@/lib/requests/contract';

/**
 * Checks the items of a batch before it is created. Saves nothing; a POST, because an address cannot hold the items.
 */
export async function POST(request: Request): Promise<Response> {
  const posted = await readPosted(request, { capability: 'makeWithdrawal', maxBytes: BODY_LIMITS.sheet });
  if (!posted.ok) return answer(checkBatchEndpoint, posted);
  const checked = await checkBatch(posted.value);
  if (checked.ok) return answer(checkBatchEndpoint, checked);
  const { error } = checked;
  if (error.kind !== 'unreadable') return refuse(error);
  const explanation = { title: 'The console could not read this batch', detail: error.reason, next: '' };
  return refuse({ kind: 'failed', status: 400, explanation });
}
