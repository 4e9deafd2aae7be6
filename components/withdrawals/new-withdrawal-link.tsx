import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type Role, denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

interface ForRoles {
  roles: readonly Role[];
}

const canRequest = (roles: readonly Role[]) => denialReason('makeWithdrawal', roles) === undefined;

/** Links to the form for a new withdrawal; nothing for a person who cannot request one. */
export function NewWithdrawalLink({ roles }: ForRoles) {
  if (!canRequest(roles)) return null;
  return (
    <Link href={routes.newWithdrawal} className={buttonClass('primary')}>
      New withdrawal
    </Link>
  );
}

/** Links to the import of a sheet; nothing for a person who cannot request withdrawals. */
export function ImportLink({ roles }: ForRoles) {
  if (!canRequest(roles)) return null;
  return (
    <Link href={routes.importWithdrawals} className={buttonClass('plain')}>
      Import
    </Link>
  );
}

/**
 * Links to a new withdrawal filled in from an earlier one, with a new reference; nothing for a person who cannot
 * request one.
 */
export function RepeatLink({ roles, from }: ForRoles & { from: Parameters<typeof routes.repeatWithdrawal>[0] }) {
  if (!canRequest(roles)) return null;
  return (
    <Link href={routes.repeatWithdrawal(from)} className={buttonClass('plain')}>
      Repeat
    </Link>
  );
}
