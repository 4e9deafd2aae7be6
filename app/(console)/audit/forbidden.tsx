import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { Link } from '@/components/ui/link';
import { denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** Says which role the audit log takes, to a person who does not have it; answered with 403. */
export default function AuditForbidden() {
  return (
    <>
      <PageTitle title="Audit" />
      <Notice look="warn" title={denialReason('readAudit', []) ?? ''}>
        <p>
          If you need it, ask an administrator for the role, then sign out and sign in again.{' '}
          <Link className="underline" href={routes.home}>
            Go to the home page
          </Link>
        </p>
      </Notice>
    </>
  );
}
