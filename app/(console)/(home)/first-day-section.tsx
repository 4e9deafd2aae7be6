import { HomeSection } from '@/app/(console)/(home)/home-section';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

/** Says how an address book begins; nothing where it has begun. */
export function FirstDaySection({ isBookToBegin }: { isBookToBegin: boolean }) {
  return (
    <HomeSection
      title="Begin the address book"
      isEmpty={!isBookToBegin}
      aside={
        <Link href={routes.adoptRecipients} className={buttonClass('plain')}>
          Adopt recipients
        </Link>
      }
    >
      <p className="text-body text-dim">
        The address book is empty. Begin with the recipients that were paid before: a second person confirms up to 50 at
        once.
      </p>
    </HomeSection>
  );
}
