import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { denialReason } from '@/lib/identity/roles';
import type { Person } from '@/lib/server/auth/sessions';
import { findSigningObstacle } from '@/lib/server/passkeys/decisions';

/**
 * Shows a form to those who may request withdrawals, and above it why they could not sign what they enter; to all
 * others, why there is none.
 */
export async function ForRequesters({
  person,
  title,
  children,
}: {
  person: Person;
  /** The title of the page where it shows no form, whose children have their own. */
  title?: string;
  children: ReactNode;
}) {
  const denied = denialReason('makeWithdrawal', person.roles);
  if (denied !== undefined)
    return (
      <>
        {title !== undefined && <PageTitle title={title} />}
        <Notice look="warn" title={denied}>
          <p>
            You are signed in as {person.name}.{' '}
            <Link className="underline" href={routes.withdrawals}>
              View withdrawals
            </Link>
          </p>
        </Notice>
      </>
    );
  const obstacle = await findSigningObstacle(person, 'finance');
  return (
    <>
      {obstacle !== undefined && (
        <div className="mb-4">
          <Notice look="warn" title="You cannot submit requests yet">
            <p>
              {obstacle} What you enter stays a draft in this tab.{' '}
              <Link className="underline" href={routes.account}>
                Open Account
              </Link>
            </p>
          </Notice>
        </div>
      )}
      {children}
    </>
  );
}
