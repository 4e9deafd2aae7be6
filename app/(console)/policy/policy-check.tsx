import { ReplayView } from '@/app/(console)/policy/replay-view';
import { PolicyWarnings } from '@/components/policy/policy-warnings';
import { ShortageWarnings } from '@/components/policy/shortage-warnings';
import { UntrustedText } from '@/components/values/untrusted-text';
import { describeCoverage, type KnownInputs } from '@/lib/policy/describe-coverage';
import type { PolicyRule } from '@/lib/policy/rules';
import { listPolicyWarnings } from '@/lib/policy/policy-warnings';
import type { ApprovalSetup } from '@/lib/policy/shortages';

interface PolicyCheckProps {
  /** Rules that are edited or proposed. */
  rules: readonly PolicyRule[];
  known: KnownInputs;
}

/**
 * Shows what is wrong with rules that are not in force yet, what happens to inputs that none of them names, and for
 * people who may change the policy who could approve, and what past requests would have needed. `setup` is for them alone.
 */
export function PolicyCheck({ rules, known, setup }: PolicyCheckProps & { setup: ApprovalSetup | undefined }) {
  return (
    <div className="space-y-2">
      <PolicyWarnings
        title="Warnings about these rules"
        className=""
        warnings={listPolicyWarnings({ rules, failsClosed: true })}
      />
      <CoverageList rules={rules} known={known} />
      {setup && <ReplayView rules={rules} />}
      <ShortageWarnings setup={setup && { ...setup, rules }} />
    </div>
  );
}

/** Shows what happens to the assets, networks and profiles that no rule names; nothing where no rule names any. */
export function CoverageList({ rules, known }: PolicyCheckProps) {
  const lines = describeCoverage(rules, known);
  if (lines.length === 0) return null;
  return (
    <div className="space-y-1 text-label [overflow-wrap:anywhere]">
      {lines.map(({ text, isWarning }) => (
        <p key={text} className={isWarning ? 'font-medium text-warn' : 'text-dim'}>
          <UntrustedText text={text} limit={2000} />
        </p>
      ))}
    </div>
  );
}
