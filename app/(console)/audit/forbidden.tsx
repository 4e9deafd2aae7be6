import { ForbiddenPage } from '@/components/shell/forbidden-page';

export default function AuditForbidden() {
  return <ForbiddenPage title="Audit" needs="readAudit" />;
}
