import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageTitle } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';

/** In place of an entry that nobody knows of. */
export function NoRecipient() {
  return (
    <>
      <PageTitle
        title="There is no such recipient"
        subtitle="The book holds nothing under this address, and nobody asked for it. Check the link."
      />
      <Link href={routes.recipients} className={buttonClass('plain')}>
        Back to the book
      </Link>
    </>
  );
}
