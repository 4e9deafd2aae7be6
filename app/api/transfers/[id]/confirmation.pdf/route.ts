import { refuse } from '@/app/api/answer';
import { orUnavailable } from '@/lib/server/observability/outage';
import { exportConfirmation } from '@/lib/server/transfers/confirmation';

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params;
  const outcome = await orUnavailable(exportConfirmation(id, request.signal));
  if (!outcome.ok) return refuse(outcome.error);
  const { bytes, fileName } = outcome.value;
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  });
}
