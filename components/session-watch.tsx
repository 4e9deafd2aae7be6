'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { apiRoutes, POLL_HEADER, routes } from '@/lib/routes';

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
export function SessionWatch({ personId, initial, children }: { personId: string; initial: Sending; children: ReactNode }) {
  const { sending, isOver } = useLooks(personId, initial);
  return (
    <SendingContext value={sending}>
      <div hidden={isOver}>{children}</div>
      {isOver && <SessionOver />}
    </SendingContext>
  );
}

function SessionOver() {
  const [path] = useState(() => window.location.pathname + window.location.search);
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 p-4">
      <div role="alert" className="rounded-panel border border-line bg-panel p-6">
        <h1 className="mb-3 text-xl font-semibold tracking-tight">Your session has ended</h1>
        <p>What was on this page is hidden until you sign in again. Forms and sheets are kept as you filled them in.</p>
        {/* Not a link within the console: what is hidden goes, whoever signs in then. */}
        <a href={routes.signInTo(path)} className={buttonClass('primary', 'mt-5')}>
          Sign in
        </a>
        <p className="mt-3 text-sm text-dim">Or sign in in another tab: this page then comes back just as it was.</p>
      </div>
    </main>
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
      const answer = await fetch(apiRoutes.sending, { signal: reading.signal, headers: { [POLL_HEADER]: '1' } });
      if (answer.status === 401) return setIsOver(true);
      if (!answer.ok) return;
      const { personId: whose, ...sending } = (await answer.json()) as Sending & { personId: string };
      // Somebody else has signed in in another tab, and what is shown here is not theirs.
      if (whose !== personId) return window.location.reload();
      setHeard({ initial, sending });
      setIsOver(false);
    };
    const lookQuietly = () => void look().catch(() => undefined);
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
