import { answerFile } from '@/app/api/answer';
import { exportAudit } from '@/lib/server/audit/export';

export function GET(): Promise<Response> {
  return answerFile(exportAudit(), (content) => ({
    content,
    fileName: 'countersign-audit.jsonl',
    contentType: 'application/jsonl; charset=utf-8',
  }));
}
