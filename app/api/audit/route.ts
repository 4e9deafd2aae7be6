import { answer } from '@/app/api/answer';
import { auditPageEndpoint } from '@/lib/audit/contract';
import { listAuditPage } from '@/lib/server/audit/read';

export function GET(request: Request): Promise<Response> {
  return answer(auditPageEndpoint, listAuditPage(new URL(request.url).searchParams));
}
