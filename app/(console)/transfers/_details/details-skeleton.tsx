import { clsx } from 'clsx';

const bar = 'h-3 animate-pulse rounded bg-line motion-reduce:animate-none';

/** A transfer before anything of it is known. */
export function DetailsSkeleton() {
  return (
    <div className="mt-4 space-y-3">
      <p role="status" className="sr-only">
        Reading the transfer…
      </p>
      {['w-40', 'w-64', 'w-52', 'w-60', 'w-44', 'w-56'].map((width) => (
        <div key={width} aria-hidden className={clsx(bar, width, 'max-w-full')} />
      ))}
    </div>
  );
}
