'use client';

import { useSending } from '@/components/shell/session-watch';
import { preloadStopDialog, useOpenDialog } from '@/components/shell/shell-dialogs';
import { Button } from '@/components/ui/button';

/** Shows the button that stops all sending, on every page, while sending is on. */
export function StopSendingButton() {
  const open = useOpenDialog();
  const sending = useSending();
  if (sending?.isStopped) return null;
  return (
    <Button
      look="quiet"
      className="px-2.5"
      onPointerEnter={preloadStopDialog}
      onFocus={preloadStopDialog}
      onClick={() => open('stop')}
    >
      Stop sending
    </Button>
  );
}
