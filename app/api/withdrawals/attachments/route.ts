import { answerResult } from '@/app/api/answer-result';
import { FILE_NAME_HEADER } from '@/lib/attachments/contract';
import { uploadAttachment } from '@/lib/server/attachments/upload';
import { measureAction } from '@/lib/server/observability/measure-action';

/** Takes one file, which a request of the same person can have afterwards. */
export async function POST(request: Request): Promise<Response> {
  const name = request.headers.get(FILE_NAME_HEADER) ?? '';
  return answerResult(measureAction('uploadAttachment', () => uploadAttachment(name, request.body)));
}
