import { PROPOSAL_STEPS } from '@/app/(console)/_proposals/proposal-steps';
import { PolicyCheck } from '@/app/(console)/policy/policy-check';
import { RuleChanges } from '@/app/(console)/policy/rule-list';
import { ProposalPanel } from '@/components/proposals/proposal-panel';
import type { PolicyRule } from '@/lib/policy/rules';
import type { ApprovalSetup } from '@/lib/policy/shortages';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { PolicyChange } from '@/lib/policy/contract';
import type { PolicyView } from '@/lib/server/policy/read';

/** Shows the proposed change of the policy, rule by rule, and earlier proposals below. */
export function PolicyProposals({
  policy: { current, history, proposals, names, known },
  setup,
}: {
  policy: PolicyView;
  /** Who could approve; for people who may change the policy. */
  setup: ApprovalSetup | undefined;
}) {
  const rulesAt = new Map<number, PolicyRule[]>([current, ...history].map(({ version, rules }) => [version, rules]));
  const describe = ({ payload, state }: ProposalView) => {
    const { basedOn, rules } = payload as PolicyChange;
    return (
      <div className="space-y-1">
        <p className="text-body text-dim">Changes to version {basedOn}:</p>
        <RuleChanges before={rulesAt.get(basedOn) ?? []} after={rules} names={names} />
        {state === 'OPEN' && <PolicyCheck rules={rules} known={known} setup={setup} />}
      </div>
    );
  };
  return <ProposalPanel title="Proposed changes" proposals={proposals} describe={describe} steps={PROPOSAL_STEPS} />;
}
