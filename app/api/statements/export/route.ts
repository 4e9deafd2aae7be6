import { answerFile } from '@/app/api/answer';
import { exportStatement } from '@/lib/server/statements/export';

export function GET(request: Request): Promise<Response> {
  return answerFile(exportStatement(new URL(request.url).searchParams, request.signal), (file) => file);
}
