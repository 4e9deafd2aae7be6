import { refuse } from '@/app/api/answer';
import { orUnavailable } from '@/lib/server/observability/outage';
import { exportRequests } from '@/lib/server/requests/lists/export';

export async function GET(request: Request): Promise<Response> {
  const outcome = await orUnavailable(exportRequests(new URL(request.url).searchParams));
  if (!outcome.ok) return refuse(outcome.error);
  const { stream, fileName, contentType, rows } = outcome.value;
  return new Response(stream, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
      'x-request-count': String(rows),
    },
  });
}
