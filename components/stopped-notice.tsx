'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { ForeignText } from '@/components/foreign-text';
import { Time } from '@/components/time';
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
  const { data } = useQuery({
    // What the server drew later is newer than what was asked for since.
    queryKey: ['sending', initial.since],
    queryFn: ({ signal }) => fetchSending(signal),
    initialData: initial,
    staleTime: 0,
    refetchOnMount: false,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
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

async function fetchSending(signal: AbortSignal): Promise<Sending> {
  const response = await fetch(apiRoutes.sending, { signal, headers: { [POLL_HEADER]: '1' } });
  if (!response.ok) throw new Error(`the state of sending could not be read: ${response.status}`);
  return (await response.json()) as Sending;
}
