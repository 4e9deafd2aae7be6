'use client';

import { Bell, BellOff } from 'lucide-react';
import { useWatchActions, useWatches } from '@/app/(console)/_cases/use-watches';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';

type Target = { transferId: string } | { requestId: string };

interface WatchButtonProps {
  target: Target;
  /** True while the outcome is not known; a watch of something finished can only be ended. */
  isPending: boolean;
}

/** The button by which a person watches a transfer or a request; the outcome is shown on the home page. */
export function WatchButton({ target, isPending }: WatchButtonProps) {
  const { data: watches } = useWatches();
  const { isBusy, failure, watch, dismiss } = useWatchActions();
  const own = (watches ?? []).filter((each) =>
    'transferId' in target ? each.transferId === target.transferId : each.requestId === target.requestId,
  );
  const isWatched = own.length > 0;
  if (!isPending && !isWatched) return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {isWatched ? (
          <Button disabled={isBusy} onClick={() => void dismiss(own.map(({ id }) => id))}>
            <BellOff aria-hidden className="size-3.5" />
            Stop watching
          </Button>
        ) : (
          <Button disabled={isBusy || watches === undefined} onClick={() => void watch(target)}>
            <Bell aria-hidden className="size-3.5" />
            Tell me when this completes
          </Button>
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
    </div>
  );
}
