'use client';

import { useRouter } from 'next/navigation';
import { postProposal } from '@/app/(console)/_proposals/post-proposal';
import { PolicyCheck } from '@/app/(console)/policy/policy-check';
import { RuleChanges } from '@/app/(console)/policy/rule-list';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import type { RuleNames } from '@/lib/policy/describe-rule';
import type { KnownInputs } from '@/lib/policy/describe-coverage';
import type { PolicyRule } from '@/lib/policy/rules';
import type { ApprovalSetup } from '@/lib/policy/shortages';

interface ProposePolicyProps {
  basedOn: number;
  before: readonly PolicyRule[];
  after: readonly PolicyRule[];
  names: RuleNames;
  known: KnownInputs;
  setup: ApprovalSetup | undefined;
  onClose: () => void;
  onProposed: () => void;
}

/** Shows the change as the second administrator will see it, and proposes it. */
export function ProposePolicy({
  basedOn,
  before,
  after,
  names,
  known,
  setup,
  onClose,
  onProposed,
}: ProposePolicyProps) {
  const router = useRouter();
  return (
    <ProposeDialog
      title="Propose this policy?"
      confirmLabel="Propose"
      propose={(comment) =>
        postProposal({ kind: 'policy', subject: 'policy', payload: { basedOn, rules: after }, comment })
      }
      onProposed={() => {
        onProposed();
        router.refresh();
      }}
      onClose={onClose}
    >
      <p>The policy does not change until another administrator confirms.</p>
      <RuleChanges before={before} after={after} names={names} />
      <PolicyCheck rules={after} known={known} setup={setup} />
    </ProposeDialog>
  );
}
