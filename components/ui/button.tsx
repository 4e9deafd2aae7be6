import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

type Look = 'primary' | 'plain' | 'danger' | 'quiet';

const LOOKS: Record<Look, string> = {
  primary: 'border-accent bg-accent text-accent-ink hover:opacity-90',
  plain: 'border-edge/50 bg-panel text-ink hover:bg-soft',
  danger: 'border-bad/60 bg-panel text-bad hover:bg-bad-soft',
  quiet: 'border-transparent text-dim hover:bg-soft hover:text-ink',
};

/** Returns the classes of a button, for links that look like one. */
export function buttonClass(look: Look = 'plain', className?: string): string {
  return clsx(
    'inline-flex min-h-9 items-center justify-center gap-1.5 rounded-control border px-3 py-1.5 font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:border-line disabled:bg-soft disabled:text-dim',
    LOOKS[look],
    className,
  );
}

/** Renders a button, by default one that submits no form. */
export function Button({
  look = 'plain',
  type = 'button',
  className,
  ...rest
}: ComponentProps<'button'> & { look?: Look }) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}
