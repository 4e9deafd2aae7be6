'use client';

import { useSending } from '@/components/shell/session-watch';
import { QUIET_MENU_ITEM } from '@/components/shell/menu-item';
import { preloadStopDialog, useOpenDialog } from '@/components/shell/shell-dialogs';

/** Shows the button that stops all sending, on every page, while sending is on. */
export function StopSendingButton() {
  const open = useOpenDialog();
  const sending = useSending();
  if (sending?.isStopped) return null;
  return (
    <button
      type="button"
      className={QUIET_MENU_ITEM}
      onPointerEnter={preloadStopDialog}
      onFocus={preloadStopDialog}
      onClick={() => open('stop')}
    >
      Stop sending
    </button>
  );
}
