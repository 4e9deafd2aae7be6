import { answerWithEvidence } from '@/app/api/evidence/evidence-response';
import { exportEvidence } from '@/lib/server/evidence/export';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerWithEvidence(exportEvidence({ kind: 'request', id: (await params).id }));
}
