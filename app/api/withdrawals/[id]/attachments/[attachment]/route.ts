import { refuse } from '@/app/api/answer';
import { attachmentDisposition } from '@/lib/http/content-disposition';
import { downloadAttachment } from '@/lib/server/attachments/read';
import { orUnavailable } from '@/lib/server/observability/outage';

/** Answers with a file of a request, as a download alone: nothing in it runs, even where a browser opens it. */
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
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
