import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { Link } from '@/components/ui/link';
import { denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** Says which role the set-up takes, to a person who does not have it; answered with 403. */
export default function SetUpForbidden() {
  return (
    <>
      <PageTitle title="Set up the key list" />
      <Notice look="warn" title={denialReason('confirmPasskeys', []) ?? ''}>
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
