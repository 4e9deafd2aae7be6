'use client';

import { UntrustedText } from '@/components/values/untrusted-text';
import { useSending } from '@/components/shell/session-watch';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

/** Shows on every page that sending is stopped. Appears and disappears without a reload. */
export function SendingStoppedNotice() {
  const sending = useSending();
  if (!sending?.isStopped) return null;
  return (
    <p
      aria-live="polite"
      className="border-b border-bad/40 bg-bad-soft px-4 py-2 text-body [overflow-wrap:anywhere] md:px-6"
    >
      <strong className="font-medium">Sending is stopped:</strong> <UntrustedText text={sending.reason} /> Since{' '}
      <Time iso={sending.since} withTime />, by{' '}
      {sending.by === null ? 'the console' : <UntrustedText text={sending.by} />}.{' '}
      <Link href={routes.status} className="underline">
        View status
      </Link>
    </p>
  );
}
