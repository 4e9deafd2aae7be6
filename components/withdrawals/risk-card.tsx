import { clsx } from 'clsx';
import { CircleCheck, CircleSlash, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { RiskCard as Card, RiskLine } from '@/lib/risk/risk-facts';
import { summarizeBasis } from '@/lib/risk/summarize-checks';

// Word and shape as well as colour. An unavailable check has a border, so that nobody takes it for a pass.
const MARKS: Record<RiskLine['state'], { word: string; Icon: LucideIcon; look: string; row: string }> = {
  ok: { word: 'Looks normal', Icon: CircleCheck, look: 'text-good', row: 'border-transparent' },
  notice: { word: 'Note', Icon: Info, look: 'text-ink', row: 'border-transparent' },
  warn: { word: 'Check', Icon: TriangleAlert, look: 'text-warn', row: 'border-transparent bg-warn-soft' },
  unavailable: {
    word: 'Unavailable',
    Icon: CircleSlash,
    look: 'text-bad',
    row: 'border-dashed border-bad bg-bad-soft',
  },
};

/**
 * Lists the findings about a withdrawal, each with a mark in words, and in one line the data that they are based on.
 */
export function RiskCard({
  card: { lines },
  title = 'Compared with earlier withdrawals',
}: {
  card: Card;
  title?: string;
}) {
  return (
    <div>
      <ul aria-label={title} className="space-y-0.5 text-body">
        {lines.map(({ id, state, text, basis }) => {
          const { word, Icon, look, row } = MARKS[state];
          return (
            <li
              key={id}
              className={clsx('grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-2 rounded-control border px-2 py-1', row)}
            >
              <span
                className={clsx('inline-flex items-center gap-1.5 self-start text-label leading-5 font-medium', look)}
              >
                <Icon aria-hidden className="size-3.5 shrink-0" />
                {word}
              </span>
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <p>
                  <UntrustedText text={text} limit={1000} />
                </p>
                {state === 'unavailable' && (
                  <p className="text-label text-dim">
                    <UntrustedText text={basis} limit={1000} />
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <Basis lines={lines} />
    </div>
  );
}

/** Says in one line what the checks rest on; where they rest on more, a disclosure lists all of it. */
function Basis({ lines }: { lines: readonly RiskLine[] }) {
  const { summary, all } = summarizeBasis(lines);
  const [, ...others] = all;
  if (summary === '') return null;
  const line = <UntrustedText text={summary} limit={1000} />;
  if (others.length === 0) return <p className="mt-1 px-2 text-label text-dim">{line}</p>;
  return (
    <details className="mt-1 px-2 text-label text-dim [overflow-wrap:anywhere]">
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
