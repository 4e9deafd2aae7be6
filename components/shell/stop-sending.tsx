'use client';

import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import type { StopSending } from '@/components/shell/stop-dialog';
import { useSending } from '@/components/shell/session-watch';
import { Button } from '@/components/ui/button';

const loadDialog = () => import('@/components/shell/stop-dialog');
const StopDialog = lazy(loadDialog);
// Before a click, so that the dialog is there at once.
const preloadDialog = () => void loadDialog();

const OpenContext = createContext<() => void>(() => undefined);

/** Returns the function that opens the dialog in which a person stops all sending. */
export const useOpenStopDialog = () => useContext(OpenContext);

/** Holds the dialog that stops all sending, outside of the menus whose buttons open it. */
export function StopSendingDialog({ stop, children }: { stop: StopSending; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <OpenContext value={() => setIsOpen(true)}>
      {children}
      {isOpen && (
        <Suspense>
          <StopDialog stop={stop} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </OpenContext>
  );
}

/** Shows the button that stops all sending, on every page, while sending is on. */
export function StopSendingButton() {
  const open = useOpenStopDialog();
  const sending = useSending();
  if (sending?.isStopped) return null;
  return (
    <Button
      look="quiet"
      className="text-bad hover:text-bad"
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={open}
    >
      Stop sending
    </Button>
  );
}
