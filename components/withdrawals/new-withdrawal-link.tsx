import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type Role, denialReason } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';

/** Links to the form for a new withdrawal; disabled with the reason for a person who cannot request one. */
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
    <span className="flex flex-wrap items-center gap-2 text-label text-dim">
      {reason}
      <button type="button" disabled className={buttonClass('plain')}>
        New withdrawal
      </button>
    </span>
  );
}

/** Links to the import of a sheet; disabled for a person who cannot request withdrawals. */
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
 * Links to a new withdrawal filled in from an earlier one, with a new reference; nothing for a person who cannot
 * request one.
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
