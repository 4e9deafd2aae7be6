import { answerFile } from '@/app/api/answer';
import { exportRequests } from '@/lib/server/requests/lists/export';

export function GET(request: Request): Promise<Response> {
  return answerFile(exportRequests(new URL(request.url).searchParams), ({ stream: content, rows, ...file }) => ({
    ...file,
    content,
    headers: { 'x-request-count': String(rows) },
  }));
}
