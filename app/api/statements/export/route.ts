import { refuse } from '@/app/api/answer';
import { orUnavailable } from '@/lib/server/observability/outage';
import { exportStatement } from '@/lib/server/statements/export';

export async function GET(request: Request): Promise<Response> {
  const outcome = await orUnavailable(exportStatement(new URL(request.url).searchParams, request.signal));
  if (!outcome.ok) return refuse(outcome.error);
  const { content, fileName, contentType } = outcome.value;
  return new Response(content, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  });
}
