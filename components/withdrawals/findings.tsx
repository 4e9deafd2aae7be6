import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Check, CircleSlash, Info } from 'lucide-react';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { isGrave, nameLine, sortByWeight } from '@/lib/risk/sort-findings';
import { listBasis } from '@/lib/risk/summarize-checks';

interface FindingsProps {
  lines: readonly RiskLine[];
  title: string;
  /** What is shown below a finding, by its id, such as links. */
  more?: Readonly<Record<string, ReactNode>>;
}

/**
 * Lists the findings about a withdrawal by weight: what calls for attention, what is only to know, and in one line that
 * opens, what is normal and what data the checks rest on.
 */
export function Findings({ lines, title, more = {} }: FindingsProps) {
  const { attention, notes, normal } = sortByWeight(lines);
  const basis = listBasis(lines).join(' ');
  return (
    <div className="text-body">
      <ul aria-label={title} className="divide-y divide-line">
        {[...attention, ...notes].map((line) => (
          <Finding key={line.id} line={line}>
            {more[line.id]}
          </Finding>
        ))}
      </ul>
      {normal.length > 0 && (
        <details className="border-t border-line py-2 first:border-t-0">
          <summary className="flex items-center gap-3 text-dim">
            <Check aria-hidden className="size-4 shrink-0" />
            {normal.length === 1 ? '1 check is normal' : `${normal.length} checks are normal`}
          </summary>
          <div className="mt-1 ml-7 space-y-2 text-label text-dim [overflow-wrap:anywhere]">
            <ul className="space-y-1">
              {normal.map(({ id, text }) => (
                <li key={id}>
                  <UntrustedText text={text} limit={1000} />
                </li>
              ))}
            </ul>
            {basis !== '' && (
              <p>
                <UntrustedText text={basis} limit={2000} />
              </p>
            )}
          </div>
        </details>
      )}
    </div>
  );
}

function Finding({ line, children }: { line: RiskLine; children: ReactNode }) {
  const { state, text, basis } = line;
  const { title, rest } = nameLine(line);
  return (
    <li className="flex gap-3 py-2">
      <Mark line={line} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className={clsx(state !== 'notice' && 'font-semibold')}>
          <UntrustedText text={title} limit={1000} />
        </p>
        {(rest !== '' || state === 'unavailable') && (
          <p className="text-label text-dim">
            <UntrustedText text={state === 'unavailable' ? `${text} ${basis ?? ''}` : rest} limit={1000} />
          </p>
        )}
        {children}
      </div>
    </li>
  );
}

/** Marks a finding by a shape and a word; one that costs the whole amount in red, as a line of the queue does. */
function Mark({ line }: { line: RiskLine }) {
  const { state } = line;
  if (state === 'warn')
    return (
      <span className={clsx('w-4 shrink-0 text-center font-bold', isGrave(line) ? 'text-bad' : 'text-warn')}>
        <span aria-hidden>!</span>
        <span className="sr-only">Check: </span>
      </span>
    );
  const [Icon, word, look] =
    state === 'unavailable' ? [CircleSlash, 'Unavailable', 'text-bad'] : [Info, 'Note', 'text-dim'];
  return (
    <span className={`w-4 shrink-0 pt-0.5 ${look}`}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{word}: </span>
    </span>
  );
}
