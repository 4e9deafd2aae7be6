'use client';

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { readBrowserNotifications, useWaitingNotification } from '@/components/shell/browser-notifications';
import { TitleCount } from '@/components/shell/title-count';
import { SessionEnded } from '@/components/shell/session-ended';
import { fetchJson, POLLING, ReadError } from '@/components/data/fetch-json';
import { TextOwner } from '@/components/form/kept-text';
import { type SendingPoll, type SendingState, sendingEndpoint } from '@/lib/sends/contract';

const REFRESH_MS = 10_000;
const HIDDEN_REFRESH_MS = 60_000;

type Polled = Omit<SendingPoll, 'personId'>;

const SendingContext = createContext<SendingState | undefined>(undefined);
const WaitingContext = createContext<{ count: number; readAgain: () => void }>({
  count: 0,
  readAgain: () => undefined,
});

/** Returns the last known state of sending, or undefined outside of a SessionWatch. */
export const useSending = () => useContext(SendingContext);

/**
 * Returns the number of things on `/approvals` that wait for the reader, 0 for people who decide nothing, and a
 * function that reads the number at once.
 */
export const useWaiting = () => useContext(WaitingContext);

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
  initial: Polled;
  children: ReactNode;
}) {
  const { polled, isOver, readAgain } = useSendingPoll(personId, initial);
  // Tells scripts that drive a browser from when on the page answers keys (e2e/fixtures.ts).
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
  const count = isOver ? 0 : (polled.waiting ?? 0);
  useWaitingNotification(count);
  const waiting = useMemo(() => ({ count, readAgain }), [count, readAgain]);
  return (
    <SendingContext value={polled}>
      <WaitingContext value={waiting}>
        <TitleCount count={count} />
        <TextOwner value={personId}>
          <div hidden={isOver}>{children}</div>
        </TextOwner>
        {isOver && <SessionEnded />}
      </WaitingContext>
    </SendingContext>
  );
}

/**
 * Polls what every page must know, in the background only where the browser shows notifications; a failed poll keeps
 * what was last known.
 */
function useSendingPoll(personId: string, initial: Polled): { polled: Polled; isOver: boolean; readAgain: () => void } {
  const [latest, setLatest] = useState({ initial, polled: initial });
  const [isOver, setIsOver] = useState(false);
  const pollNow = useRef<() => void>(() => undefined);
  useEffect(() => {
    const reading = new AbortController();
    let polledAt = performance.now();
    const poll = async () => {
      // A tab in the background is asked less often, and only where it shows notifications.
      const isDue = !document.hidden || performance.now() - polledAt >= HIDDEN_REFRESH_MS;
      if (!isDue || (document.hidden && readBrowserNotifications() !== 'on')) return;
      polledAt = performance.now();
      const { personId: currentPersonId, ...polled } = await fetchJson(sendingEndpoint(), {
        ...POLLING,
        signal: reading.signal,
      });
      // Another person has signed in in another tab, and the content of this page is not theirs.
      if (currentPersonId !== personId) return window.location.reload();
      setLatest({ initial, polled });
      setIsOver(false);
    };
    const pollQuietly = () =>
      void poll().catch((error: unknown) => {
        if (error instanceof ReadError && error.status === 401) setIsOver(true);
      });
    pollNow.current = pollQuietly;
    const timer = setInterval(pollQuietly, REFRESH_MS);
    document.addEventListener('visibilitychange', pollQuietly);
    return () => {
      reading.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', pollQuietly);
    };
  }, [personId, initial]);
  const readAgain = useCallback(() => pollNow.current(), []);
  // A later render of the server is newer than the last poll.
  const isCurrent = latest.initial === initial;
  return { polled: isCurrent ? latest.polled : initial, isOver, readAgain };
}
