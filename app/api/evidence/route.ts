import { answerWithEvidence } from '@/app/api/evidence/evidence-response';
import { exportPeriod } from '@/lib/server/evidence/export';

/** Answers with the evidence of the requests that were made from `from` until the end of `to` (days, UTC). */
export async function GET(request: Request): Promise<Response> {
  return answerWithEvidence(exportPeriod(new URL(request.url).searchParams));
}
