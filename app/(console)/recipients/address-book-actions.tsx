import { ExportMenu } from '@/components/data/export-menu';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type Role, denialReason } from '@/lib/identity/roles';
import { downloadRoutes, routes } from '@/lib/http/routes';

/** Buttons for the whole address book, with the reason where the reader may not add entries. */
export function AddressBookActions({ roles }: { roles: readonly Role[] }) {
  const reason = denialReason('changeRecipients', roles);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ExportMenu
        label="Export"
        hasAmounts={false}
        addressOf={{ csv: downloadRoutes.recipients, xlsx: `${downloadRoutes.recipients}?format=xlsx` }}
      />
      {reason === undefined ? (
        <>
          <Link href={routes.adoptRecipients} className={buttonClass('plain')}>
            Adopt recipients
          </Link>
          <Link href={routes.importRecipients} className={buttonClass('plain')}>
            Import
          </Link>
          <Link href={routes.newRecipient} className={buttonClass('primary')}>
            Add recipient
          </Link>
        </>
      ) : (
        <>
          <button type="button" disabled className={buttonClass('plain')}>
            Add recipient
          </button>
          <span className="text-label text-dim">{reason}</span>
        </>
      )}
    </div>
  );
}
