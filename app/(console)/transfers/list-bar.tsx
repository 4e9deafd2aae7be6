import { RefreshCw } from 'lucide-react';
import { ClockTime } from '@/app/(console)/transfers/clock-time';
import { Button } from '@/components/ui/button';
import { PageTitle } from '@/components/ui/panel';

interface ListBarProps {
  asOf: string | undefined;
  isRefreshing: boolean;
  newCount: number;
  onRefresh: () => void;
  onShowNew: () => void;
}

/** The page's heading, how fresh the list is, and the ways to a fresher one. */
export function ListBar({ asOf, isRefreshing, newCount, onRefresh, onShowNew }: ListBarProps) {
  return (
    <PageTitle
      title="Transfers"
      subtitle={
        asOf !== undefined && (
          <>
            read from the service at <ClockTime iso={asOf} />
          </>
        )
      }
      actions={
        <div className="flex gap-2">
          {newCount > 0 && (
            <Button className="border-accent bg-accent-soft" onClick={onShowNew}>
              Show {newCount} new
            </Button>
          )}
          <Button disabled={isRefreshing} onClick={onRefresh}>
            <RefreshCw aria-hidden className={isRefreshing ? 'size-3.5 animate-spin motion-reduce:animate-none' : 'size-3.5'} />
            {isRefreshing ? 'Reading…' : 'Refresh'}
          </Button>
        </div>
      }
    />
  );
}
