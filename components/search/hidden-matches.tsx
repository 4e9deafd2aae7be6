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
  const names = [...new Set(labels.map(nameOf))];
  const filters = names.map((name) => {
    const [first = '', ...more] = labels.filter((label) => nameOf(label) === name);
    return joinList([first, ...more.map((label) => label.slice(name.length))], 'or');
  });
  const [noun, verb] = filters.length === 1 ? ['filter', 'hides'] : ['filters', 'hide'];
  return `Found, but the ${noun} ${readableText(joinList(filters), 300)} ${verb} it.`;
}

/** Gives the name of a filter with its colon, "Status: "; a label without one is its own name. */
function nameOf(label: string): string {
  return /^[^:]+: /.exec(label)?.[0] ?? label;
}
