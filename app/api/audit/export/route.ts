import { refuse } from '@/app/api/answer';
import { exportAudit } from '@/lib/server/audit/export';
import { orUnavailable } from '@/lib/server/observability/outage';

export async function GET(): Promise<Response> {
  const outcome = await orUnavailable(exportAudit());
  if (!outcome.ok) return refuse(outcome.error);
  return new Response(outcome.value, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="countersign-audit.jsonl"',
      'cache-control': 'private, no-store',
    },
  });
}
