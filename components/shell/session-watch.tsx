'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { SessionEnded } from '@/components/shell/session-ended';
import { fetchJson, POLLING, ReadError } from '@/components/data/fetch-json';
import { type SendingState, sendingEndpoint } from '@/lib/sends/contract';

const REFRESH_MS = 10_000;

const SendingContext = createContext<SendingState | undefined>(undefined);

/** Returns the last known state of sending, or undefined outside of a SessionWatch. */
export const useSending = () => useContext(SendingContext);

/**
 * Hides everything inside once the session has ended (ASVS 14.3.1). The content is hidden and not discarded: if the
 * same person signs in in another tab, it comes back with everything typed there.
 */
export function SessionWatch({
  personId,
  initial,
  children,
}: {
  personId: string;
  initial: SendingState;
  children: ReactNode;
}) {
  const { sending, isOver } = useSendingPoll(personId, initial);
  return (
    <SendingContext value={sending}>
      <div hidden={isOver}>{children}</div>
      {isOver && <SessionEnded />}
    </SendingContext>
  );
}

/** Polls the state of sending while the page is visible; a failed poll keeps the last known state. */
function useSendingPoll(personId: string, initial: SendingState): { sending: SendingState; isOver: boolean } {
  const [polled, setPolled] = useState({ initial, sending: initial });
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const reading = new AbortController();
    const poll = async () => {
      if (document.hidden) return;
      const { personId: currentPersonId, ...sending } = await fetchJson(sendingEndpoint(), {
        ...POLLING,
        signal: reading.signal,
      });
      // Another person has signed in in another tab, and the content of this page is not theirs.
      if (currentPersonId !== personId) return window.location.reload();
      setPolled({ initial, sending });
      setIsOver(false);
    };
    const pollQuietly = () =>
      void poll().catch((error: unknown) => {
        if (error instanceof ReadError && error.status === 401) setIsOver(true);
      });
    const timer = setInterval(pollQuietly, REFRESH_MS);
    document.addEventListener('visibilitychange', pollQuietly);
    return () => {
      reading.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', pollQuietly);
    };
  }, [personId, initial]);
  // A later render of the server is newer than the last poll.
  return { sending: polled.initial.since === initial.since ? polled.sending : initial, isOver };
}
