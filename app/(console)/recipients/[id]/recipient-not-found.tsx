import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';

/** Page for an ID that has neither an entry nor a proposal. */
export function RecipientNotFound() {
  return (
    <>
      <PageTitle
        title="Recipient not found"
        subtitle="The address book has no entry or proposal at this link. Check the link."
      />
      <Link href={routes.recipients} className={buttonClass('plain')}>
        Back to recipients
      </Link>
    </>
  );
}
