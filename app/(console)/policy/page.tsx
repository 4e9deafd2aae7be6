import type { Metadata } from 'next';
import { CoverageList } from '@/app/(console)/policy/policy-check';
import { PolicyEditor } from '@/app/(console)/policy/policy-editor';
import { PolicyHistory } from '@/app/(console)/policy/policy-history';
import { PolicyProposals } from '@/app/(console)/policy/policy-proposals';
import { ExportRules } from '@/app/(console)/policy/rule-document';
import { RuleTable } from '@/app/(console)/policy/rule-list';
import { PolicyWarnings } from '@/components/policy/policy-warnings';
import { PolicyDryRunForm } from '@/app/(console)/policy/dry-run-form';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { PageTitle, Panel } from '@/components/ui/panel';
import { denialReason } from '@/lib/identity/roles';
import { explainOpenProposal } from '@/lib/proposals/proposals';
import { readApprovalSetup } from '@/lib/server/approver-groups/setup';
import { requirePage } from '@/lib/server/auth/page-guard';
import { type PolicyVersion, readPolicy } from '@/lib/server/policy/read';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';

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
  const [policy, dryRun, setup] = await Promise.all([
    readPolicy(),
    'asset' in given ? dryRunPolicy(given) : undefined,
    readApprovalSetup(person),
  ]);
  if (!policy.ok) throw new Error('the policy was denied to a person who may read it');
  const { current, warnings, history, proposals, names, requesters, known, groups } = policy.value;
  const lines = current.analysis?.coverage ?? [];
  return (
    <>
      <PageTitle title="Policy" subtitle="The first rule that matches decides." />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-4">
          <PolicyWarnings warnings={warnings} />
          <PolicyProposals policy={policy.value} setup={setup} />
          {denialReason('changePolicy', person.roles) === undefined && (
            <PolicyEditor
              basedOn={current.version}
              rules={current.rules}
              names={names}
              requesters={requesters}
              known={known}
              setup={setup}
              groups={groups}
              denialReason={explainOpenProposal(proposals)}
            />
          )}
          <Panel title={`In force: version ${current.version}`} aside={<Origin version={current} />}>
            <RuleTable rules={current.rules} names={names} unreachable={current.analysis?.unreachable} />
            <details className="mt-3 text-label text-dim">
              <summary>How rules are read</summary>
              <p className="my-1">
                Where the rule that decides has no limit for the asset, the strictest of the later rules counts as well.
                A request that waits must meet its own policy and the newest one. A batch is approved as a whole, unless
                a rule says one by one.
              </p>
              <CoverageList lines={lines.filter(({ isWarning }) => !isWarning)} />
            </details>
            <div className="mt-3 space-y-3">
              <CoverageList lines={lines.filter(({ isWarning }) => isWarning)} />
              <ExportRules rules={current.rules} fileName={`countersign-policy-${current.version}.json`} />
            </div>
          </Panel>
        </div>
        <div className="min-w-0 space-y-4">
          <PolicyDryRunForm
            given={given}
            issues={dryRun && !dryRun.ok && dryRun.error.kind === 'invalid' ? dryRun.error.issues : {}}
            result={dryRun?.ok ? dryRun.value : undefined}
            known={known}
            requesters={person.visibleProfiles === 'all' ? requesters : requesters.filter(({ id }) => id === person.id)}
          />
          <PolicyHistory versions={[current, ...history]} names={names} />
        </div>
      </div>
    </>
  );
}

/** Says since when a version is in force, and who proposed and confirmed it. */
function Origin({ version: { activeFrom, proposedBy, confirmedBy } }: { version: PolicyVersion }) {
  return (
    <p className="text-label text-dim">
      Since <Time iso={activeFrom} />
      {proposedBy && confirmedBy ? (
        <>
          , by <UntrustedText text={proposedBy} /> and <UntrustedText text={confirmedBy} />
        </>
      ) : (
        ', default'
      )}
    </p>
  );
}
