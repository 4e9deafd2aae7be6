import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type Role, denialReason } from '@/lib/identity/roles';
import { downloadRoutes, routes } from '@/lib/http/routes';

/** What can be done with the book as a whole; where the reader may not add to it, it says why. */
export function AddressBookActions({ roles }: { roles: readonly Role[] }) {
  const reason = denialReason('changeRecipients', roles);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* No Link: it is a file, and fetching it ahead would be an export of its own. */}
      <a href={downloadRoutes.recipients} download className={buttonClass('plain')}>
        Export
      </a>
      {reason === undefined ? (
        <>
          <Link href={routes.importRecipients} className={buttonClass('plain')}>
            Import
          </Link>
          <Link href={routes.newRecipient} className={buttonClass('primary')}>
            Add a recipient
          </Link>
        </>
      ) : (
        <>
          <button type="button" disabled className={buttonClass('plain')}>
            Add a recipient
          </button>
          <span className="text-xs text-dim">{reason}</span>
        </>
      )}
    </div>
  );
}
