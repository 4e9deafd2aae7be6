import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import type { ProposalKind } from '@/lib/proposals/proposals';
import { routes } from '@/lib/http/routes';
import type { WaitingProposal } from '@/lib/server/proposals/waiting';

const CHANGES: Record<ProposalKind, { label: string; href: (subject: string) => string }> = {
  policy: { label: 'Policy', href: () => routes.policy },
  recipient: { label: 'Address book', href: () => routes.recipients },
  directory: { label: 'Assets and networks', href: () => routes.assets },
  'release-stop': { label: 'Resume sending', href: () => routes.status },
  'lift-suspension': { label: 'Lift suspension', href: () => routes.status },
  'known-transfers': { label: 'Known transfers', href: () => routes.status },
  'external-profiles': { label: 'External profiles', href: () => routes.status },
  'resolve-send': { label: 'Outcome unknown', href: (requestId) => routes.withdrawal(requestId) },
};

/** Lists the proposed changes that the reader can confirm, each with a link to its page. */
export function ChangeList({ changes }: { changes: readonly WaitingProposal[] }) {
  return (
    <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
      {changes.map(({ id, kind, subject, proposedBy, proposedAt, comment }) => (
        <li key={id}>
          <Link
            href={CHANGES[kind].href(subject)}
            className="grid gap-x-4 gap-y-1 px-3 py-2 text-sm hover:bg-soft md:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,2fr)]"
          >
            <span className="text-dim">
              <Time iso={proposedAt} />
            </span>
            <span className="font-medium">{CHANGES[kind].label}</span>
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
