import { refuse } from '@/app/api/answer';
import { orUnavailable } from '@/lib/server/observability/outage';
import { exportRecipients } from '@/lib/server/recipients/export';
import { readTableFormat, TABLE_TYPES } from '@/lib/sheets/write/table';

export async function GET(request: Request): Promise<Response> {
  const format = readTableFormat(new URL(request.url).searchParams.get('format'));
  const outcome = await orUnavailable(exportRecipients(format));
  if (!outcome.ok) return refuse(outcome.error);
  return new Response(outcome.value, {
    headers: {
      'content-type': TABLE_TYPES[format],
      'content-disposition': `attachment; filename="countersign-recipients.${format}"`,
      'cache-control': 'private, no-store',
    },
  });
}
