import Link from 'next/link';
import { ForeignText } from '@/components/foreign-text';
import { Time } from '@/components/time';
import { routes } from '@/lib/routes';

/** Stands on every page while nothing is sent. */
export function StoppedNotice({ reason, since }: { reason: string; since: string }) {
  return (
    <p role="status" className="border-b border-bad/40 bg-bad-soft px-4 py-2 text-sm [overflow-wrap:anywhere] md:px-6">
      <strong className="font-medium">Sending is stopped:</strong> <ForeignText text={reason} /> Since <Time iso={since} />.{' '}
      <Link href={routes.status} className="underline">
        See the status
      </Link>
    </p>
  );
}
