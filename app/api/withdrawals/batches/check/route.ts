import { answer } from '@/app/api/answer';
import { readJson } from '@/app/api/read-json';
import { fail } from '@/lib/result';
import { checkBatch } from '@/lib/server/requests/groups/check-batch';

/** What is wrong or odd about the items of a batch, before it is made. Saves nothing; a POST only since an address cannot hold them. */
export async function POST(request: Request): Promise<Response> {
  const checked = await checkBatch(await readJson(request));
  if (checked.ok || checked.error.kind !== 'unreadable') return answer(checked as Parameters<typeof answer>[0]);
  return answer(
    fail({
      kind: 'failed',
      status: 400,
      explanation: { title: 'This batch cannot be read', detail: checked.error.reason, next: '' },
    }),
  );
}
