import { refuse } from '@/app/api/answer';
import { orUnavailable } from '@/lib/server/observability/outage';
import { exportTransfers } from '@/lib/server/transfers/export';

export async function GET(request: Request): Promise<Response> {
  const outcome = await orUnavailable(exportTransfers(new URL(request.url).searchParams));
  if (!outcome.ok) return refuse(outcome.error);
  const { stream, fileName, contentType, rows } = outcome.value;
  return new Response(stream, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'x-transfer-count': String(rows),
    },
  });
}
