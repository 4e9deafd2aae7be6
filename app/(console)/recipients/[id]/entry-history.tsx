import { ChangeLines } from '@/app/(console)/recipients/[id]/change-lines';
import { UntrustedText } from '@/components/values/untrusted-text';
import { ProposalEnd, ProposedBy } from '@/components/proposals/proposal-panel';
import { Panel } from '@/components/ui/panel';
import { describeChange } from '@/lib/recipients/changes';
import type { ChangeView } from '@/lib/server/recipients/view';

/** Earlier proposals for an entry, newest first, each with its content. */
export function EntryHistory({ proposals }: { proposals: readonly ChangeView[] }) {
  if (proposals.length === 0) return null;
  return (
    <Panel title="History">
      <ol className="divide-y divide-line text-body">
        {proposals.map((proposal) => (
          <li key={proposal.id} className="space-y-2 py-3 [overflow-wrap:anywhere] first:pt-0 last:pb-0">
            <ProposedBy proposal={proposal} />
            <ProposalEnd proposal={proposal} />
            <details>
              <summary className="text-dim">
                <Summary changes={proposal.changes} />
              </summary>
              <div className="mt-2">
                <ChangeLines changes={proposal.changes} isAdopted={proposal.isAdopted} />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Summary({ changes: [first, ...more] }: Pick<ChangeView, 'changes'>) {
  if (!first) return null;
  return <UntrustedText text={more.length === 0 ? describeChange(first) : `Add ${more.length + 1} recipients`} />;
}
