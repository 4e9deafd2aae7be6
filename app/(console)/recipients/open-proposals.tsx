import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { describeChange, describeSeveral } from '@/lib/recipients/changes';
import { routes } from '@/lib/http/routes';
import type { OpenProposal } from '@/lib/server/recipients/view';

/** Proposals for the address book that wait for a second person, those for the reader first. Empty without any. */
export function OpenProposals({ proposals }: { proposals: readonly OpenProposal[] }) {
  const mine = proposals.filter(({ confirmDenialReason }) => confirmDenialReason === null);
  const others = proposals.filter(({ confirmDenialReason }) => confirmDenialReason !== null);
  if (proposals.length === 0) return null;
  return (
    <div className="mb-5 space-y-3">
      <ProposalList title={`Waiting for you to confirm (${mine.length})`} proposals={mine} />
      <ProposalList title={`Waiting for someone else to confirm (${others.length})`} proposals={others} />
    </div>
  );
}

function ProposalList({ title, proposals }: { title: string; proposals: readonly OpenProposal[] }) {
  if (proposals.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="-my-1 divide-y divide-line text-body">
        {proposals.map(({ id, subject, first, count, isAdopted, proposedBy, proposedAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 [overflow-wrap:anywhere]">
            <Link href={routes.recipient(subject)} className="underline">
              <UntrustedText text={count === 1 ? describeChange(first) : describeSeveral(count, isAdopted)} />
            </Link>
            <span className="text-label text-dim">
              Proposed by <UntrustedText text={proposedBy} />, <Time iso={proposedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
