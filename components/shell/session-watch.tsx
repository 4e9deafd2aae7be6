'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { SessionEnded } from '@/components/shell/session-ended';
import { fetchJson, POLLING, ReadError } from '@/components/data/fetch-json';
import { sendingEndpoint } from '@/lib/sends/contract';

const REFRESH_MS = 10_000;

/** Whether anything is sent at the moment, why not, and since when it has been so. */
export interface Sending {
  isStopped: boolean;
  reason: string;
  since: string;
}

const SendingContext = createContext<Sending | undefined>(undefined);

/** How sending goes, as it was heard last; undefined outside of a SessionWatch. */
export const useSending = () => useContext(SendingContext);

/**
 * Stands around all that only somebody who is signed in may see, and hides it once their session has ended (ASVS 14.3.1).
 * It is hidden and not thrown away: where the same person signs in in another tab, it comes back with all that was typed.
 */
export function SessionWatch({
  personId,
  initial,
  children,
}: {
  personId: string;
  initial: Sending;
  children: ReactNode;
}) {
  const { sending, isOver } = useLooks(personId, initial);
  return (
    <SendingContext value={sending}>
      <div hidden={isOver}>{children}</div>
      {isOver && <SessionEnded />}
    </SendingContext>
  );
}

/** Looks again and again while somebody can see it; where nothing can be heard, what was heard last stands. */
function useLooks(personId: string, initial: Sending): { sending: Sending; isOver: boolean } {
  const [heard, setHeard] = useState({ initial, sending: initial });
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const reading = new AbortController();
    const look = async () => {
      if (document.hidden) return;
      const { personId: whose, ...sending } = await fetchJson(sendingEndpoint(), {
        ...POLLING,
        signal: reading.signal,
      });
      // Somebody else has signed in in another tab, and what is shown here is not theirs.
      if (whose !== personId) return window.location.reload();
      setHeard({ initial, sending });
      setIsOver(false);
    };
    const lookQuietly = () =>
      void look().catch((error: unknown) => {
        if (error instanceof ReadError && error.status === 401) setIsOver(true);
      });
    const timer = setInterval(lookQuietly, REFRESH_MS);
    document.addEventListener('visibilitychange', lookQuietly);
    return () => {
      reading.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookQuietly);
    };
  }, [personId, initial]);
  // What the server drew later is newer than what was asked for since.
  return { sending: heard.initial.since === initial.since ? heard.sending : initial, isOver };
}
