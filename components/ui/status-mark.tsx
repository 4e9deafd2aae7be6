import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Tone = 'waiting' | 'done' | 'failed' | 'unknown';

// Shape as well as colour: an open ring is waiting, a disc is done, a square has failed, a diamond is unknown.
const SHAPES: Record<Tone, string> = {
  waiting: 'rounded-full border-2 border-warn border-r-transparent',
  done: 'rounded-full bg-good',
  failed: 'rounded-[1px] bg-bad',
  unknown: 'rotate-45 rounded-[1px] border-2 border-dim',
};

/** Renders a status as a label with its shape. */
export function StatusMark({ tone, label, className }: { tone: Tone; label: ReactNode; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2', className)}>
      <span aria-hidden className={clsx('size-2.5 shrink-0', SHAPES[tone])} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
    </span>
  );
}
