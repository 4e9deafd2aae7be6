import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** How every control looks. */
export const CONTROL =
  'min-h-9 w-full min-w-0 rounded-control border border-edge bg-panel px-2.5 py-1.5 text-ink aria-invalid:border-bad';

interface FieldProps {
  id: string;
  label: string;
  /** Stands under the control and is read out with it. */
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** A control with its label above, its hint below, and in place of the hint what is wrong. The control takes `id` and `describedBy(id)`. */
export function Field({ id, label, hint, error, children, className }: FieldProps) {
  return (
    <div className={clsx('min-w-0', className)}>
      <label htmlFor={id} className="mb-1 block text-xs text-dim">
        {label}
      </label>
      {children}
      <p
        id={describedBy(id)}
        className={clsx('mt-1 text-xs [overflow-wrap:anywhere] empty:hidden', error ? 'text-bad' : 'text-dim')}
      >
        {error ?? hint}
      </p>
    </div>
  );
}

export function describedBy(id: string): string {
  return `${id}-about`;
}
