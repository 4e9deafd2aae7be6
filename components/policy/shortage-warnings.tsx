import { PolicyWarnings } from '@/components/policy/policy-warnings';
import { type ApprovalSetup, listShortages } from '@/lib/policy/shortages';

/** Lists the rules by which nobody could approve withdrawals from some profiles; nothing where there are none. */
export function ShortageWarnings({ setup }: { setup: ApprovalSetup | undefined }) {
  return (
    <PolicyWarnings title="Too few approvers" className="" warnings={setup ? listShortages(setup) : []}>
      <p>A request that nobody can approve is refused. People who have not signed in yet are not counted.</p>
    </PolicyWarnings>
  );
}
