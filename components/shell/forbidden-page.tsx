import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { type Capability, denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** Says which role a page takes, to a person who does not have it; for a `forbidden.tsx`, which answers with 403. */
export function ForbiddenPage({ title, needs }: { title: string; needs: Capability }) {
  return (
    <>
      <PageTitle title={title} />
      <Notice look="warn" title={denialReason(needs, []) ?? ''}>
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
