import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { PolicyCheck } from '@/app/(console)/policy/policy-check';
import { WaitingReplay } from '@/app/(console)/policy/replay-view';
import { RuleChanges } from '@/app/(console)/policy/rule-list';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import type { PolicyAnalysis } from '@/lib/policy/analysis/analysis';
import type { PolicyRule } from '@/lib/policy/rules';
import type { ApprovalSetup } from '@/lib/policy/analysis/shortages';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { SettingPayload } from '@/lib/proposals/settings';
import type { PolicyView } from '@/lib/server/policy/read';

/** Shows the proposed change of the policy, rule by rule, and earlier proposals below. */
export function PolicyProposals({
  policy: { current, history, proposals, names },
  setup,
}: {
  policy: PolicyView;
  /** Who could approve; for people who may change the policy. */
  setup: ApprovalSetup | undefined;
}) {
  const rulesAt = new Map<number, PolicyRule[]>([current, ...history].map(({ version, rules }) => [version, rules]));
  const describe = ({ payload, state, analysis: stored }: ProposalView) => {
    const { basedOn, value: rules } = payload as SettingPayload<PolicyRule[]>;
    const analysis = stored as PolicyAnalysis | null;
    return (
      <div className="space-y-1">
        <p className="text-body text-dim">Changes to version {basedOn}:</p>
        <RuleChanges
          before={rulesAt.get(basedOn) ?? []}
          after={rules}
          names={names}
          unreachable={analysis?.unreachable}
        />
        {state === 'OPEN' && setup && <WaitingReplay rules={rules} />}
        {state === 'OPEN' && <PolicyCheck rules={rules} analysis={analysis} mayChange={setup !== undefined} />}
      </div>
    );
  };
  return <ProposalPanel title="Proposed changes" proposals={proposals} describe={describe} steps={PROPOSAL_STEPS} />;
}
