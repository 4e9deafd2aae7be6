import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { describeKind, type WaitingProposal } from '@/lib/proposals/proposals';

/** Lists open changes that take two people, each with a link to the page where it is confirmed or withdrawn. */
export function ChangeList({ changes }: { changes: readonly WaitingProposal[] }) {
  return (
    <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
      {changes.map(({ id, kind, subject, proposedBy, proposedAt, comment }) => (
        <li key={id}>
          <Link
            href={describeKind(kind).path(subject)}
            className="grid gap-x-4 gap-y-1 px-3 py-2 text-body hover:bg-soft focus-visible:-outline-offset-2 md:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,2fr)]"
          >
            <span className="text-dim">
              <Time iso={proposedAt} withTime />
            </span>
            <span className="font-medium">{describeKind(kind).label}</span>
            <span className="text-dim [overflow-wrap:anywhere]">
              <UntrustedText text={proposedBy} limit={80} />
            </span>
            <span className="[overflow-wrap:anywhere]">
              <UntrustedText text={comment} limit={200} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
