import type { RuleNames } from '@/lib/policy/conditions/condition';
import { RuleChanges, RuleTable } from '@/app/(console)/policy/rule-list';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Panel } from '@/components/ui/panel';
import type { PolicyVersion } from '@/lib/server/policy/read';

/** Lists every version of the policy, newest first, each with its changes. */
export function PolicyHistory({ versions, names }: { versions: readonly PolicyVersion[]; names: RuleNames }) {
  return (
    <Panel title="History">
      <ol className="divide-y divide-line">
        {versions.map((version, index) => {
          const before = versions[index + 1];
          return (
            <li key={version.version} className="py-2 text-body [overflow-wrap:anywhere] first:pt-0 last:pb-0">
              <details>
                <summary>
                  Version {version.version}, since <Time iso={version.activeFrom} />
                  {version.proposedBy && (
                    <span className="text-dim">
                      {' '}
                      · <UntrustedText text={version.proposedBy} /> and{' '}
                      <UntrustedText text={version.confirmedBy ?? ''} />
                    </span>
                  )}
                </summary>
                <div className="mt-2 space-y-2">
                  {version.comment && (
                    <p className="text-dim">
                      “<UntrustedText text={version.comment} limit={500} />”
                    </p>
                  )}
                  {before ? (
                    <RuleChanges
                      before={before.rules}
                      after={version.rules}
                      names={names}
                      unreachable={version.analysis?.unreachable}
                    />
                  ) : (
                    <RuleTable rules={version.rules} names={names} unreachable={version.analysis?.unreachable} />
                  )}
                </div>
              </details>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
