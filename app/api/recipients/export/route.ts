import { refuse } from '@/app/api/answer';
import { orUnavailable } from '@/lib/server/observability/outage';
import { exportRecipients } from '@/lib/server/recipients/export';

export async function GET(): Promise<Response> {
  const outcome = await orUnavailable(exportRecipients());
  if (!outcome.ok) return refuse(outcome.error);
  return new Response(outcome.value, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="countersign-recipients.csv"',
      'cache-control': 'private, no-store',
    },
  });
}
