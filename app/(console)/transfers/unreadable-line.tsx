import { useId } from 'react';
import { PLAIN_ROW } from '@/app/(console)/transfers/row-look';
import { RawJson } from '@/components/raw-record';
import { Button, buttonClass } from '@/components/ui/button';
import type { UnusableItem } from '@/lib/transfers';

/** An item of the service without a usable ID: shown as it came, because it may be somebody's money. */
export function UnreadableLine({ item, index, columns }: { item: UnusableItem; index: number; columns: number }) {
  const id = useId();
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} className={PLAIN_ROW}>
      <div role="cell" aria-colspan={columns} className="flex h-full items-center gap-3">
        <span className="font-medium text-warn">Unreadable record</span>
        <button type="button" popoverTarget={id} className={buttonClass('quiet', 'min-h-8 px-2 py-1 text-xs')}>
          Show it as it came
        </button>
        {/* Above the page rather than in the row, whose height is fixed. */}
        <div
          id={id}
          popover="auto"
          className="m-auto max-h-[85dvh] w-[min(44rem,calc(100vw-2rem))] overflow-auto rounded-panel border border-line bg-panel p-4 text-ink backdrop:bg-ink/30"
        >
          <h2 className="font-semibold">Unreadable record</h2>
          <p className="mt-1 mb-2 text-sm text-dim">
            The service listed this among the transfers, but it has no ID that could be asked for. Tell an administrator.
          </p>
          <RawJson value={item.raw} />
          <Button popoverTarget={id} popoverTargetAction="hide" className="mt-3">
            Close
          </Button>
        </div>
      </div>
    </div>
  );
}
