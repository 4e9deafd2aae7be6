import type { LimitUse } from '@/lib/policy/describe-time-limit';

/** Lists how much of each limit over time a withdrawal uses; nothing where there is none. */
export function LimitUses({ uses }: { uses: readonly LimitUse[] }) {
  if (uses.length === 0) return null;
  return (
    <ul aria-label="Limits over time" className="mt-1 space-y-0.5 text-label">
      {uses.map(({ text, isOver }) => (
        <li key={text} className={isOver ? 'text-warn' : 'text-dim'}>
          {text}
        </li>
      ))}
    </ul>
  );
}
