'use client';

import { useEffect, useState } from 'react';
import { ForeignText } from '@/components/foreign-text';
import { Time } from '@/components/time';
import { Link } from '@/components/ui/link';
import { apiRoutes, POLL_HEADER, routes } from '@/lib/routes';

const REFRESH_MS = 10_000;

/** Whether anything is sent at the moment, why not, and since when it has been so. */
export interface Sending {
  isStopped: boolean;
  reason: string;
  since: string;
}

/** Stands on every page while nothing is sent; comes and goes by itself, since a frame outlives the pages in it. */
export function StoppedNotice({ initial }: { initial: Sending }) {
  const data = useSending(initial);
  if (!data.isStopped) return null;
  return (
    <p aria-live="polite" className="border-b border-bad/40 bg-bad-soft px-4 py-2 text-sm [overflow-wrap:anywhere] md:px-6">
      <strong className="font-medium">Sending is stopped:</strong> <ForeignText text={data.reason} /> Since <Time iso={data.since} />.{' '}
      <Link href={routes.status} className="underline">
        See the status
      </Link>
    </p>
  );
}

/** Asked for again and again while somebody can see it; where it cannot be read, what was known last stands. */
function useSending(initial: Sending): Sending {
  const [heard, setHeard] = useState({ initial, data: initial });
  useEffect(() => {
    const reading = new AbortController();
    const look = () => {
      if (document.hidden) return;
      fetchSending(reading.signal).then(
        (data) => setHeard({ initial, data }),
        () => undefined,
      );
    };
    const timer = setInterval(look, REFRESH_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      reading.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [initial]);
  // What the server drew later is newer than what was asked for since.
  return heard.initial.since === initial.since ? heard.data : initial;
}

async function fetchSending(signal: AbortSignal): Promise<Sending> {
  const response = await fetch(apiRoutes.sending, { signal, headers: { [POLL_HEADER]: '1' } });
  if (!response.ok) throw new Error(`the state of sending could not be read: ${response.status}`);
  return (await response.json()) as Sending;
}
