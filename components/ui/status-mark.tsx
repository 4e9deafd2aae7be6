import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Tone = 'waiting' | 'well' | 'done' | 'ended' | 'failed' | 'unknown' | 'alarm';

// The colour of the words: only what is not normal has one.
const WORDS: Record<Tone, string | undefined> = {
  waiting: undefined,
  well: undefined,
  done: 'text-dim',
  ended: 'text-dim',
  failed: 'text-bad',
  unknown: undefined,
  alarm: 'font-semibold text-bad',
};

/** Renders a status as a label with its shape (marks.css). */
export function StatusMark({ tone, label, className }: { tone: Tone; label: ReactNode; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center', WORDS[tone], className)}>
      <span aria-hidden className={`mark mark-${tone}`} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
    </span>
  );
}
