import { refuse } from '@/app/api/answer';
import type { exportEvidence } from '@/lib/server/evidence/export';
import { orUnavailable } from '@/lib/server/observability/outage';

/** Answers with an evidence file (docs/decisions/0038-evidence-is-a-file.md). */
export async function answerWithEvidence(exported: ReturnType<typeof exportEvidence>): Promise<Response> {
  const outcome = await orUnavailable(exported);
  if (!outcome.ok) return refuse(outcome.error);
  const { stream, fileName } = outcome.value;
  return new Response(stream, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    },
  });
}
