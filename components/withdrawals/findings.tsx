import { clsx } from 'clsx';
import { Check, CircleSlash, Info } from 'lucide-react';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { nameLine, sortByWeight } from '@/lib/risk/sort-findings';
import { summarizeBasis } from '@/lib/risk/summarize-checks';

/**
 * Lists the findings about a withdrawal by weight: what calls for attention, what is only to know, and in one line that
 * opens, what is normal. The last line says what data they rest on.
 */
export function Findings({ lines, title }: { lines: readonly RiskLine[]; title: string }) {
  const { attention, notes, normal } = sortByWeight(lines);
  return (
    <div className="text-body">
      <ul aria-label={title} className="divide-y divide-line">
        {[...attention, ...notes].map((line) => (
          <Finding key={line.id} line={line} />
        ))}
      </ul>
      {normal.length > 0 && (
        <details className="border-t border-line py-2 first:border-t-0">
          <summary className="flex items-center gap-3 text-dim">
            <Check aria-hidden className="size-4 shrink-0" />
            {normal.length === 1 ? '1 check is normal' : `${normal.length} checks are normal`}
          </summary>
          <ul className="mt-1 ml-7 space-y-1 text-label text-dim">
            {normal.map(({ id, text }) => (
              <li key={id}>
                <UntrustedText text={text} limit={1000} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Basis lines={lines} />
    </div>
  );
}

function Finding({ line }: { line: RiskLine }) {
  const { state, text, basis } = line;
  const { title, rest } = nameLine(line);
  return (
    <li className="flex gap-3 py-2">
      <Mark state={state} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className={clsx(state !== 'notice' && 'font-semibold')}>
          <UntrustedText text={title} limit={1000} />
        </p>
        {(rest !== '' || state === 'unavailable') && (
          <p className="text-label text-dim">
            <UntrustedText text={state === 'unavailable' ? `${text} ${basis}` : rest} limit={1000} />
          </p>
        )}
      </div>
    </li>
  );
}

/** Marks a finding by a shape and a word. */
function Mark({ state }: Pick<RiskLine, 'state'>) {
  if (state === 'warn')
    return (
      <span className="w-4 shrink-0 text-center font-bold text-warn">
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

/** Says in one line what the checks rest on; where they rest on more, a disclosure lists all of it. */
function Basis({ lines }: { lines: readonly RiskLine[] }) {
  const { summary, all } = summarizeBasis(lines);
  const [, ...others] = all;
  if (summary === '') return null;
  const line = <UntrustedText text={summary} limit={1000} />;
  if (others.length === 0) return <p className="ml-7 text-label text-dim">{line}</p>;
  return (
    <details className="ml-7 text-label text-dim [overflow-wrap:anywhere]">
      <summary>
        {line} <span className="underline">And {others.length} more</span>
      </summary>
      <ul className="mt-1 space-y-0.5">
        {others.map((basis) => (
          <li key={basis}>
            <UntrustedText text={basis} limit={1000} />
          </li>
        ))}
      </ul>
    </details>
  );
}
