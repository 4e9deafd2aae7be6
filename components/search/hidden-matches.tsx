import type { ReactNode } from 'react';
import { readableText } from '@/components/values/untrusted-text';
import { Link } from '@/components/ui/link';
import { joinList } from '@/lib/text/join-list';

interface HiddenMatchesProps {
  matches: readonly {
    key: string;
    href: string;
    /** The filters that hide it, as their buttons name them: "Status: Failed". */
    filters: readonly string[];
    result: ReactNode;
  }[];
}

/** What answers the search of a list but does not meet its filters, with the filters that hide it. */
export function HiddenMatches({ matches }: HiddenMatchesProps) {
  if (matches.length === 0) return null;
  return (
    <section
      aria-label="Hidden by filters"
      className="mb-3 divide-y divide-line rounded-panel border border-warn bg-panel text-body"
    >
      {matches.map(({ key, href, filters, result }) => (
        <div key={key}>
          <p className="px-3 pt-2 text-label [overflow-wrap:anywhere]">{explainHidden(filters)}</p>
          <Link href={href} className="flex rounded-control px-3 py-2 hover:bg-soft/60">
            {result}
          </Link>
        </div>
      ))}
    </section>
  );
}

/** Says which filters hide a match: "Found, but the filter Status: Failed or Pending hides it." */
export function explainHidden(labels: readonly string[]): string {
  const [noun, verb] = labels.length === 1 ? ['filter', 'hides'] : ['filters', 'hide'];
  return `Found, but the ${noun} ${readableText(joinList(labels), 300)} ${verb} it.`;
}
