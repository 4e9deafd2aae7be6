import { answerFile } from '@/app/api/answer';
import { exportConfirmation } from '@/lib/server/transfers/confirmation';

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params;
  return answerFile(exportConfirmation(id, request.signal), ({ bytes: content, fileName }) => ({
    content,
    fileName,
    contentType: 'application/pdf',
  }));
}
