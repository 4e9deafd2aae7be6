import type { RefObject } from 'react';
import type { CaseFile } from '@/lib/cases/contract';

const STATES = { unsettled: 'needs attention', settled: 'settled', changed: 'needs attention again' } as const;

/** Says what the case of a transfer holds, and leads there where it is below the details; nothing for an empty case. */
export function CaseJump({
  caseFile: { entries, hasEarlier, problem },
  target,
}: {
  caseFile: CaseFile;
  target: RefObject<HTMLElement | null>;
}) {
  const count = `${entries.length}${hasEarlier ? '+' : ''} ${entries.length === 1 ? 'entry' : 'entries'}`;
  const parts = [...(problem ? [STATES[problem.state]] : []), ...(entries.length === 0 ? [] : [count])];
  if (parts.length === 0) return null;
  return (
    <button
      type="button"
      onClick={() => {
        target.current?.scrollIntoView({ block: 'start' });
        target.current?.focus({ preventScroll: true });
      }}
      className="mt-1 block min-h-6 text-left text-label underline @min-[820px]/transfer:hidden"
    >
      Case: {parts.join(', ')}
    </button>
  );
}
