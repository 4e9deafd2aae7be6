import type { RuleNames } from '@/lib/policy/conditions/condition';
import { RuleChanges, RuleTable } from '@/app/(console)/policy/rule-list';
import { VersionHistory } from '@/components/proposals/version-history';
import type { PolicyVersion } from '@/lib/server/policy/read';

/** Lists every version of the policy, newest first, each with its changes. */
export function PolicyHistory({ versions, names }: { versions: readonly PolicyVersion[]; names: RuleNames }) {
  return (
    <VersionHistory
      versions={versions}
      renderChanges={({ rules: before }, { rules: after, analysis }) => (
        <RuleChanges {...{ before, after, names, unreachable: analysis?.unreachable }} />
      )}
      renderFirst={({ rules, analysis }) =>
        versions.length === 1 ? (
          <p>The rules in force.</p>
        ) : (
          <RuleTable {...{ rules, names, unreachable: analysis?.unreachable }} />
        )
      }
    />
  );
}
