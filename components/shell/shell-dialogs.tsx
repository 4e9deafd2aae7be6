'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import type { StopSending } from '@/components/shell/stop-dialog';
import type { ActionKey } from '@/components/ui/browser/keys';
import { useActionKeys } from '@/components/ui/use-action-keys';
import { routes } from '@/lib/http/routes';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

const loadStopDialog = () => import('@/components/shell/stop-dialog');
const StopDialog = lazyWithRetry(loadStopDialog);
const KeysDialog = lazyWithRetry(() => import('@/components/shell/keys-dialog'));

/** Loads the dialog that stops sending before a click, so that it is there at once. */
export const preloadStopDialog = () => void loadStopDialog();

/** A dialog that opens on every page: the one that stops all sending, and the list of keys. */
export type ShellDialog = 'stop' | 'keys';

const OpenContext = createContext<(dialog: ShellDialog) => void>(() => undefined);

/** Returns the function that opens a dialog of every page. */
export const useOpenDialog = () => useContext(OpenContext);

const REQUEST_KEYS: readonly ActionKey[] = ['n'];
const DECISION_KEYS: readonly ActionKey[] = ['a', 'r', 'q'];

interface ShellDialogsProps {
  stop: StopSending;
  /** Whether the reader can request withdrawals, and decide on them: both have keys. */
  canRequest: boolean;
  canDecide: boolean;
  children: ReactNode;
}

/** Holds the dialogs of every page outside of the menus whose buttons open them, and handles the keys of every page. */
export function ShellDialogs({ stop, canRequest, canDecide, children }: ShellDialogsProps) {
  const router = useRouter();
  const [opened, setOpened] = useState<ShellDialog>();
  const close = () => setOpened(undefined);
  useActionKeys({
    '?': () => setOpened('keys'),
    n: canRequest ? () => router.push(routes.newWithdrawal) : undefined,
  });
  return (
    <OpenContext value={setOpened}>
      {children}
      <Suspense>
        {opened === 'stop' && <StopDialog stop={stop} onClose={close} />}
        {opened === 'keys' && (
          <KeysDialog
            hidden={[...(canRequest ? [] : REQUEST_KEYS), ...(canDecide ? [] : DECISION_KEYS)]}
            onClose={close}
          />
        )}
      </Suspense>
    </OpenContext>
  );
}
