import { RegistryChanges } from '@/app/(console)/assets/registry-changes';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Panel } from '@/components/ui/panel';
import type { RegistryVersion } from '@/lib/server/networks/registry';

/** Every version that people brought, newest first, each with what it changed. */
export function RegistryHistory({ versions }: { versions: readonly RegistryVersion[] }) {
  const brought = versions.filter(({ activeFrom }) => activeFrom !== null);
  if (brought.length === 0) return null;
  return (
    <Panel title="History">
      <ol className="divide-y divide-line">
        {brought.map(({ version, directory, activeFrom, proposedBy, confirmedBy, comment }, index) => {
          const before = versions[index + 1];
          return (
            <li key={version} className="py-2 text-sm [overflow-wrap:anywhere] first:pt-0 last:pb-0">
              <details>
                <summary>
                  Version {version}, since <Time iso={activeFrom ?? ''} />
                  {proposedBy && (
                    <span className="text-dim">
                      {' '}
                      · <UntrustedText text={proposedBy} /> and <UntrustedText text={confirmedBy ?? ''} />
                    </span>
                  )}
                </summary>
                <div className="mt-2 space-y-2">
                  {comment && (
                    <p className="text-dim">
                      “<UntrustedText text={comment} limit={500} />”
                    </p>
                  )}
                  {before && <RegistryChanges before={before.directory} after={directory} />}
                </div>
              </details>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
