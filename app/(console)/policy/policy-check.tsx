import { ReplayView } from '@/app/(console)/policy/replay-view';
import { PolicyWarnings } from '@/components/policy/policy-warnings';
import { ShortageList } from '@/components/policy/shortage-warnings';
import { UntrustedText } from '@/components/values/untrusted-text';
import { NOT_ANALYSED, type PolicyAnalysis } from '@/lib/policy/analysis/analysis';
import type { PolicyRule } from '@/lib/policy/rules';

interface PolicyCheckProps {
  /** Rules that are edited or proposed. */
  rules: readonly PolicyRule[];
  /** What was found in them; null where they were not analysed. */
  analysis: PolicyAnalysis | null;
  /** True for people who may change the policy, who see more. */
  mayChange: boolean;
}

/**
 * Shows what is wrong with rules that are not in force yet, what happens to inputs that none of them names, and for
 * people who may change the policy who could approve, and what past requests would have needed.
 */
export function PolicyCheck({ rules, analysis, mayChange }: PolicyCheckProps) {
  return (
    <div className="space-y-2">
      <PolicyWarnings title="Warnings about these rules" warnings={analysis ? analysis.warnings : [NOT_ANALYSED]} />
      <CoverageList lines={analysis?.coverage} />
      {mayChange && <ReplayView rules={rules} />}
      {mayChange && <ShortageList shortages={analysis?.shortages ?? []} />}
    </div>
  );
}

/**
 * Shows the most that one requester and one approver can move in a day, which assets have no price for a limit in USD,
 * and what happens to the assets, networks and profiles that no rule names.
 */
export function CoverageList({ lines = [] }: { lines: PolicyAnalysis['coverage'] | undefined }) {
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
