import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type Role, denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** The way to a new withdrawal; where the reader may not, it says why. */
export function NewWithdrawalLink({ roles }: { roles: readonly Role[] }) {
  const reason = denialReason('makeWithdrawal', roles);
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

/**
 * The way to many new withdrawals at once; off for who may not ask for one, which `NewWithdrawalLink` beside it
 * explains.
 */
export function ImportLink({ roles }: { roles: readonly Role[] }) {
  const reason = denialReason('makeWithdrawal', roles);
  if (reason === undefined) {
    return (
      <Link href={routes.importWithdrawals} className={buttonClass('plain')}>
        Import
      </Link>
    );
  }
  return (
    <button type="button" disabled title={reason} className={buttonClass('plain')}>
      Import
    </button>
  );
}

/**
 * The way to a new withdrawal that starts from something, under a new reference; nothing for who may not ask for one.
 */
export function RepeatLink({
  roles,
  from,
}: {
  roles: readonly Role[];
  from: Parameters<typeof routes.repeatWithdrawal>[0];
}) {
  if (denialReason('makeWithdrawal', roles) !== undefined) return null;
  return (
    <Link href={routes.repeatWithdrawal(from)} className={buttonClass('plain')}>
      Repeat
    </Link>
  );
}
