import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';

/** Renders the links from one page of a list to others, leaving out those without an address. */
export function PageLinks({ label, hrefs }: { label: string; hrefs: Record<string, string | false | undefined> }) {
  const links = Object.entries(hrefs).flatMap(([text, href]) =>
    href ? (
      <Link key={text} href={href} className={buttonClass('plain')}>
        {text}
      </Link>
    ) : (
      []
    ),
  );
  if (links.length === 0) return null;
  return (
    <nav aria-label={label} className="mt-3 flex flex-wrap gap-2">
      {links}
    </nav>
  );
}
