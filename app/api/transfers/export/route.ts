import { answerFile } from '@/app/api/answer';
import { exportTransfers } from '@/lib/server/transfers/export';

export function GET(request: Request): Promise<Response> {
  return answerFile(exportTransfers(new URL(request.url).searchParams), ({ stream: content, rows, ...file }) => ({
    ...file,
    content,
    headers: { 'x-transfer-count': String(rows) },
  }));
}
