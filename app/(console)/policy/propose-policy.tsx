'use client';

import type { RuleNames } from '@/lib/policy/conditions/condition';
import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { postProposal } from '@/app/(console)/_proposals/post-proposal';
import { PolicyCheck } from '@/app/(console)/policy/policy-check';
import { RuleChanges } from '@/app/(console)/policy/rule-list';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { analyzePolicy } from '@/lib/policy/analysis/analysis';
import type { KnownInputs } from '@/lib/policy/analysis/describe-coverage';
import type { PolicyRule } from '@/lib/policy/rules';
import type { ApprovalSetup } from '@/lib/policy/analysis/shortages';

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
  const analysis = useMemo(() => analyzePolicy(after, known, { setup }), [after, known, setup]);
  return (
    <ProposeDialog
      title="Propose this policy?"
      confirmLabel="Propose"
      propose={(comment) =>
        postProposal({ kind: 'policy', subject: 'policy', payload: { basedOn, value: after }, comment })
      }
      onProposed={() => {
        onProposed();
        router.refresh();
      }}
      onClose={onClose}
    >
      <p>The policy does not change until another administrator confirms.</p>
      <RuleChanges before={before} after={after} names={names} unreachable={analysis.unreachable} />
      <PolicyCheck rules={after} analysis={analysis} mayChange={setup !== undefined} />
    </ProposeDialog>
  );
}
