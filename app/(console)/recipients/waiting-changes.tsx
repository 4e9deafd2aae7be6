import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { describeChange } from '@/lib/recipients/changes';
import { routes } from '@/lib/http/routes';
import type { WaitingChange } from '@/lib/server/recipients/view';

/** Changes of the book that wait for a second person: first those that wait for the reader. Nothing where there are none. */
export function WaitingChanges({ changes }: { changes: readonly WaitingChange[] }) {
  const mine = changes.filter(({ confirmDenialReason }) => confirmDenialReason === null);
  const others = changes.filter(({ confirmDenialReason }) => confirmDenialReason !== null);
  if (changes.length === 0) return null;
  return (
    <div className="mb-5 space-y-3">
      <Waiting title={`Waiting for you to confirm (${mine.length})`} changes={mine} />
      <Waiting title={`Waiting for others to confirm (${others.length})`} changes={others} />
    </div>
  );
}

function Waiting({ title, changes }: { title: string; changes: readonly WaitingChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="-my-1 divide-y divide-line text-sm">
        {changes.map(({ id, subject, first, count, proposedBy, proposedAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 [overflow-wrap:anywhere]">
            <Link href={routes.recipient(subject)} className="underline">
              <UntrustedText
                text={
                  count === 1 ? describeChange(first) : `Add ${count.toLocaleString('en-GB')} recipients from a sheet`
                }
              />
            </Link>
            <span className="text-xs text-dim">
              <UntrustedText text={proposedBy} />, <Time iso={proposedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
