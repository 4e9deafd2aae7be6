import type { Metadata } from 'next';
import { PolicyEditor } from '@/app/(console)/policy/policy-editor';
import { PolicyHistory } from '@/app/(console)/policy/policy-history';
import { PolicyProposals } from '@/app/(console)/policy/policy-proposals';
import { RuleList } from '@/app/(console)/policy/rule-list';
import { PolicyDryRunForm } from '@/app/(console)/policy/try-out';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { PageTitle, Panel } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { requirePage } from '@/lib/server/auth/page-guard';
import { type PolicyVersion, readPolicy } from '@/lib/server/policy/read';
import { dryRunPolicy } from '@/lib/server/requests/policy-dry-run';

export const metadata: Metadata = { title: 'Policy' };

export default async function PolicyPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const person = await requirePage('readPolicy');
  const given = Object.fromEntries(
    Object.entries(await searchParams).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const [policy, trial] = await Promise.all([readPolicy(), 'asset' in given ? dryRunPolicy(given) : undefined]);
  if (!policy.ok) throw new Error('somebody who may read the policy must be given it');
  const { current, history, proposals, names, requesters } = policy.value;
  const open = proposals.find(({ state }) => state === 'OPEN');
  return (
    <>
      <PageTitle
        title="Policy"
        subtitle="How many people must approve a withdrawal. The first rule that matches counts; what is already asked for keeps its rule."
      />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <Panel title={`In force: version ${current.version}`}>
            <Brought version={current} />
            <RuleList rules={current.rules} names={names} />
          </Panel>
          <PolicyProposals policy={policy.value} />
          <PolicyEditor
            basedOn={current.version}
            rules={current.rules}
            names={names}
            requesters={requesters}
            denialReason={
              denialReason('changePolicy', person.roles) ??
              (open && `${open.proposedBy} has asked for a change, which must be decided first.`)
            }
          />
        </div>
        <div className="min-w-0 space-y-5">
          <PolicyDryRunForm
            given={given}
            faults={trial && !trial.ok && trial.error.kind === 'invalid' ? trial.error.issues : {}}
            trial={trial?.ok ? trial.value : undefined}
            requesters={requesters}
          />
          <PolicyHistory versions={[current, ...history]} names={names} />
        </div>
      </div>
    </>
  );
}

/** Who brought a version, and when. */
function Brought({ version: { activeFrom, proposedBy, confirmedBy } }: { version: PolicyVersion }) {
  return (
    <p className="mb-3 text-sm text-dim">
      Since <Time iso={activeFrom} />
      {proposedBy && confirmedBy ? (
        <>
          : asked for by <UntrustedText text={proposedBy} />, confirmed by <UntrustedText text={confirmedBy} />.
        </>
      ) : (
        '; the console came with it.'
      )}
    </p>
  );
}
