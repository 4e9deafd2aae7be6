'use client';

import { useRouter } from 'next/navigation';
import { postProposal } from '@/app/(console)/_proposals/post-proposal';
import { type Names, RuleChanges } from '@/app/(console)/policy/rule-list';
import { PolicyWarnings } from '@/components/policy/policy-warnings';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { listPolicyWarnings } from '@/lib/policy/policy-warnings';
import type { PolicyRule } from '@/lib/policy/policy';

interface ProposePolicyProps {
  basedOn: number;
  before: readonly PolicyRule[];
  after: readonly PolicyRule[];
  names: Names;
  onClose: () => void;
  onProposed: () => void;
}

/** Shows the change as the second administrator will see it, and proposes it. */
export function ProposePolicy({ basedOn, before, after, names, onClose, onProposed }: ProposePolicyProps) {
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
      <PolicyWarnings warnings={listPolicyWarnings({ rules: after, failsClosed: true })} />
      <RuleChanges before={before} after={after} names={names} />
    </ProposeDialog>
  );
}
