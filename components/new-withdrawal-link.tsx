import Link from 'next/link';
import { buttonClass } from '@/components/ui/button';
import { type Role, whyNot } from '@/lib/roles';
import { routes } from '@/lib/routes';

/** The way to a new withdrawal; where the reader may not, it says why. */
export function NewWithdrawalLink({ roles }: { roles: readonly Role[] }) {
  const reason = whyNot('makeWithdrawal', roles);
  if (reason === undefined) {
    return (
      <Link href={routes.newWithdrawal} className={buttonClass('primary')}>
        New withdrawal
      </Link>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-2 text-xs text-dim">
      {reason}
      <button type="button" disabled className={buttonClass('plain')}>
        New withdrawal
      </button>
    </span>
  );
}
