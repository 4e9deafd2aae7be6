import { readableText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

/** The references that a term without a match may have been meant for, each a link that searches for it. */
export function SimilarReferences({
  references,
  toList = routes.findTransfers,
}: {
  references: readonly string[];
  /** Gives the address of the list that is searched. */
  toList?: (text: string) => string;
}) {
  if (references.length === 0) return null;
  return (
    <span className="mt-0.5 block text-body text-ink">
      Did you mean{' '}
      {references.map((reference, index) => (
        <span key={reference}>
          {index > 0 && (index === references.length - 1 ? ' or ' : ', ')}
          <Link href={toList(reference)} className="font-mono text-accent underline [overflow-wrap:anywhere]">
            <bdi>{readableText(reference, 80)}</bdi>
          </Link>
        </span>
      ))}
      ?
    </span>
  );
}
