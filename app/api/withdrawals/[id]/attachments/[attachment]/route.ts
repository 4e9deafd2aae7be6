import { answerFile } from '@/app/api/answer';
import { downloadAttachment } from '@/lib/server/attachments/read';

/** Answers with a file of a request, as a download alone. The request guard adds the policy of a sandbox. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string; attachment: string }> },
): Promise<Response> {
  const { id, attachment } = await params;
  return answerFile(downloadAttachment(id, attachment), ({ stream: content, name: fileName, type, size }) => ({
    content,
    fileName,
    contentType: type,
    headers: { 'content-length': String(size), 'x-content-type-options': 'nosniff' },
  }));
}
