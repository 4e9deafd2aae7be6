import { refuse } from '@/app/api/answer';
import { attachmentDisposition } from '@/lib/http/content-disposition';
import { downloadAttachment } from '@/lib/server/attachments/read';
import { orUnavailable } from '@/lib/server/observability/outage';

/** Answers with a file of a request, as a download alone. The request guard adds the policy of a sandbox. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string; attachment: string }> },
): Promise<Response> {
  const { id, attachment } = await params;
  const outcome = await orUnavailable(downloadAttachment(id, attachment));
  if (!outcome.ok) return refuse(outcome.error);
  const { stream, name, type, size } = outcome.value;
  return new Response(stream, {
    headers: {
      'content-type': type,
      'content-length': String(size),
      'content-disposition': attachmentDisposition(name),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
