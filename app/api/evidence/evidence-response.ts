import { answerFile } from '@/app/api/answer';
import type { exportEvidence } from '@/lib/server/evidence/export';

/** Answers with an evidence file (docs/decisions/0038-evidence-is-a-file.md). */
export function answerWithEvidence(exported: ReturnType<typeof exportEvidence>): Promise<Response> {
  return answerFile(exported, ({ stream: content, fileName }) => ({
    content,
    fileName,
    contentType: 'application/jsonl; charset=utf-8',
  }));
}
