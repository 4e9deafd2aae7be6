import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Classes of every form control. */
export const CONTROL =
  'min-h-9 w-full min-w-0 rounded-control border border-edge bg-panel px-2.5 py-1.5 text-ink aria-invalid:border-bad [&[readonly]]:bg-soft';

interface FieldProps {
  id: string;
  label: string;
  /** Help text below the control, also read out by screen readers. */
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/**
 * Renders a control with its label above and, below, its error or otherwise its hint. The control must have the given
 * `id` and `aria-describedby={describedBy(id)}`.
 */
export function Field({ id, label, hint, error, children, className }: FieldProps) {
  return (
    <div className={clsx('min-w-0', className)}>
      <label htmlFor={id} className="mb-1 block text-label text-dim">
        {label}
      </label>
      {children}
      <p
        id={describedBy(id)}
        className={clsx('mt-1 text-label [overflow-wrap:anywhere] empty:hidden', error ? 'text-bad' : 'text-dim')}
      >
        {error ?? hint}
      </p>
    </div>
  );
}

/** Returns the id of the hint or error of a control, for its `aria-describedby`. */
export function describedBy(id: string): string {
  return `${id}-about`;
}
