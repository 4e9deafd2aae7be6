import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { routes } from '@/lib/http/routes';
import type { Person } from '@/lib/server/auth/sessions';
import { findSigningObstacle } from '@/lib/server/passkeys/decisions';

/** Says before a form is filled in that its requester could not sign it; nothing where they can, or need not. */
export async function SigningNotice({ person }: { person: Pick<Person, 'id'> }) {
  const reason = await findSigningObstacle(person, 'finance');
  if (reason === undefined) return null;
  return (
    <div className="mb-4">
      <Notice look="warn" title="You cannot submit requests yet">
        <p>
          {reason} What you enter stays a draft in this tab.{' '}
          <Link className="underline" href={routes.account}>
            Open Account
          </Link>
        </p>
      </Notice>
    </div>
  );
}
