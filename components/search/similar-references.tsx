import { readableText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

/** The references that a term without a match may have been meant for, each a link that searches for it. */
export function SimilarReferences({ references }: { references: readonly string[] }) {
  if (references.length === 0) return null;
  return (
    <span className="mt-0.5 block text-body text-ink">
      Did you mean{' '}
      {references.map((reference, index) => (
        <span key={reference}>
          {index > 0 && (index === references.length - 1 ? ' or ' : ', ')}
          <Link
            href={routes.findTransfers(reference)}
            className="font-mono text-accent underline [overflow-wrap:anywhere]"
          >
            <bdi>{readableText(reference, 80)}</bdi>
          </Link>
        </span>
      ))}
      ?
    </span>
  );
}
