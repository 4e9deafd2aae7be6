import { answer, refuse } from '@/app/api/answer';
import { readJson } from '@/app/api/read-json';
import { checkBatch } from '@/lib/server/requests/groups/check-batch';
import { checkBatchEndpoint } from '@/lib/requests/contract';

/**
 * What is wrong or odd about the items of a batch, before it is made. Saves nothing; a POST only since an address
 * cannot hold them.
 */
export async function POST(request: Request): Promise<Response> {
  const checked = await checkBatch(await readJson(request));
  if (checked.ok) return answer(checkBatchEndpoint, checked);
  const { error } = checked;
  if (error.kind !== 'unreadable') return refuse(error);
  const explanation = { title: 'This batch cannot be read', detail: error.reason, next: '' };
  return refuse({ kind: 'failed', status: 400, explanation });
}
