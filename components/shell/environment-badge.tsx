import { clsx } from 'clsx';

export type Environment = 'sandbox' | 'production';

// Word, colour and shape all differ, so that nobody mistakes one for the other: production is filled, the sandbox
// dashed.
const LOOKS = {
  sandbox: {
    word: 'SANDBOX',
    line: 'bg-(--environment)',
    badge: 'border-dashed border-warn bg-warn-soft text-warn',
    hint: 'No real money moves here',
  },
  production: {
    word: 'PRODUCTION',
    line: 'bg-[#6346d9]',
    badge: 'border-[#5b3fd6] bg-[#5b3fd6] text-white',
    hint: 'Real money',
  },
} as const;

/** Renders the coloured line along the top of every page. */
export function EnvironmentLine({ environment }: { environment: Environment }) {
  return <div aria-hidden className={clsx('fixed inset-x-0 top-0 z-40 h-[3px]', LOOKS[environment].line)} />;
}

/** Renders the name of the environment. */
export function EnvironmentBadge({ environment, className }: { environment: Environment; className?: string }) {
  const { word, badge, hint } = LOOKS[environment];
  return (
    <p className={clsx('flex', className)}>
      <span title={hint} className={clsx('rounded border px-2 py-0.5 text-label font-semibold tracking-wide', badge)}>
        {word}
      </span>
    </p>
  );
}
