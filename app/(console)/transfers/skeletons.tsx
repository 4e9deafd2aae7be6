import { clsx } from 'clsx';
import { PLAIN_ROW, ROW_HEIGHT } from '@/app/(console)/transfers/row-look';

const bar = 'h-3 animate-pulse rounded bg-line motion-reduce:animate-none';

/** The list before there are rows. */
export function ListSkeleton() {
  return (
    <div className="@container/list">
      <p role="status" className="sr-only">
        Reading transfers…
      </p>
      <div aria-hidden className={clsx('rounded-panel border border-line bg-panel', ROW_HEIGHT)}>
        {Array.from({ length: 14 }, (_, index) => (
          <div key={index} className={clsx(PLAIN_ROW, 'flex items-center gap-6 last:border-0')}>
            <div className={clsx(bar, 'w-16 max-sm:hidden')} />
            <div className={clsx(bar, 'w-28')} />
            <div className={clsx(bar, 'ml-auto w-32')} />
            <div className={clsx(bar, 'w-16 max-sm:hidden')} />
            <div className={clsx(bar, 'w-28 max-sm:hidden')} />
          </div>
        ))}
      </div>
    </div>
  );
}

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
