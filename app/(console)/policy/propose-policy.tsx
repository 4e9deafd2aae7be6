'use client';

import { useRouter } from 'next/navigation';
import { proposeAction } from '@/app/(console)/_proposals/proposal-actions';
import { type Names, RuleChanges } from '@/app/(console)/policy/rule-list';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import type { PolicyRule } from '@/lib/policy/policy';

interface ProposePolicyProps {
  basedOn: number;
  before: readonly PolicyRule[];
  after: readonly PolicyRule[];
  names: Names;
  onClose: () => void;
  onProposed: () => void;
}

/** Shows the change as a second admin will see it, and asks for it. */
export function ProposePolicy({ basedOn, before, after, names, onClose, onProposed }: ProposePolicyProps) {
  const router = useRouter();
  return (
    <ProposeDialog
      title="Propose this policy?"
      confirmLabel="Propose"
      propose={(comment) =>
        proposeAction({ kind: 'policy', subject: 'policy', payload: { basedOn, rules: after }, comment })
      }
      onProposed={() => {
        onProposed();
        router.refresh();
      }}
      onClose={onClose}
    >
      <p>Nothing changes before another administrator has confirmed it.</p>
      <RuleChanges before={before} after={after} names={names} />
    </ProposeDialog>
  );
}
