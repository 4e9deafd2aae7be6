'use client';

import { Ellipsis, RefreshCw } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Button } from '@/components/ui/button';
import { closePopover, PopoverButton } from '@/components/ui/popover-button';

interface ListHeadProps {
  title: string;
  /** The search box, and the menu of the saved views. */
  search: ReactNode;
  views?: ReactNode;
  /** The active filters (`ActiveFilters`, or nothing), which may be loaded later, and the menu that adds others. */
  active: ReactNode;
  filters: ReactNode;
  /** Totals of the items. */
  facts?: ReactNode;
  /** What is known of the whole list, at the right; on a phone, on a line of its own. */
  note?: ReactNode;
  /** The one thing to do from here. */
  primary?: ReactNode;
  /** The other actions on the whole list, of which the first is to read it again. */
  more: ReactNode;
  isReading: boolean;
  onRefresh: () => void;
}

/** The head of a list in one row: title, search, view, filters, one action, and a menu of the others. */
export function ListHead(props: ListHeadProps) {
  const { title, search, views, active, filters, facts, note, primary, more, isReading, onRefresh } = props;
  return (
    <div className="-mt-1 mb-2 flex flex-wrap items-center gap-1.5 print:[&>:not(h1)]:hidden">
      <h1 className="mr-2 text-title font-semibold tracking-tight">{title}</h1>
      {search}
      {views && <PopoverButton label="Views">{views}</PopoverButton>}
      {/* Before what it adds, so that it stays where it is. */}
      {filters}
      <Suspense>{active}</Suspense>
      {facts}
      {note && <div className="flex items-center gap-1.5 max-sm:order-[9998] max-sm:basis-full sm:ml-auto">{note}</div>}
      <div className={note ? 'flex items-center gap-1.5 max-sm:ml-auto' : 'ml-auto flex items-center gap-1.5'}>
        {primary}
        <PopoverButton label={<Ellipsis aria-hidden className="size-4" />} name="More" className="px-2">
          <div className="flex flex-col items-stretch gap-1.5 text-body">
            <Button
              disabled={isReading}
              onClick={({ currentTarget }) => {
                onRefresh();
                closePopover(currentTarget);
              }}
            >
              <RefreshCw aria-hidden className="size-3.5" />
              Refresh
            </Button>
            {more}
          </div>
        </PopoverButton>
      </div>
    </div>
  );
}
