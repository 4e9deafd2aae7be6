import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const LOOKS = {
  info: 'border-line bg-soft',
  good: 'border-good/40 bg-good-soft',
  warn: 'border-warn/40 bg-warn-soft',
  bad: 'border-bad/40 bg-bad-soft',
} as const;

/**
 * Renders a persistent message: what happened, whether anything was sent, what to do. Screen readers announce an urgent
 * one at once.
 */
export function Notice({
  look,
  title,
  children,
  isUrgent,
}: {
  look: keyof typeof LOOKS;
  title: string;
  children?: ReactNode;
  isUrgent?: boolean;
}) {
  return (
    <div
      role={isUrgent ? 'alert' : undefined}
      className={clsx('flow-root rounded-panel border p-3 text-body [overflow-wrap:anywhere]', LOOKS[look])}
    >
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="mt-1 space-y-1">{children}</div>}
    </div>
  );
}
