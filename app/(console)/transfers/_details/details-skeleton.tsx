import { clsx } from 'clsx';

const bar = 'h-3 animate-pulse rounded bg-line motion-reduce:animate-none';

/** The placeholder while a transfer loads. */
export function DetailsSkeleton() {
  return (
    <div className="mt-4 space-y-3">
      <p role="status" className="sr-only">
        Loading the transfer…
      </p>
      {['w-40', 'w-64', 'w-52', 'w-60', 'w-44', 'w-56'].map((width) => (
        <div key={width} aria-hidden className={clsx(bar, width, 'max-w-full')} />
      ))}
    </div>
  );
}
