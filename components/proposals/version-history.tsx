import type { ReactNode } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Panel } from '@/components/ui/panel';

/** Version that two people put in force; the first one came with the console and has no time. */
interface ConfirmedVersion {
  version: number;
  activeFrom: string | null;
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
}

interface VersionHistoryProps<Version extends ConfirmedVersion> {
  /** Newest first. */
  versions: readonly Version[];
  /** Renders the changes of a version against the one before. */
  renderChanges: (before: Version, after: Version) => ReactNode;
  /** Renders the first version, which has none before it; nothing by default. */
  renderFirst?: (first: Version) => ReactNode;
}

/** Lists the versions that administrators confirmed, newest first, each with its changes. */
export function VersionHistory<Version extends ConfirmedVersion>({
  versions,
  renderChanges,
  renderFirst,
}: VersionHistoryProps<Version>) {
  const confirmed = versions.filter(({ activeFrom }) => activeFrom !== null);
  if (confirmed.length === 0) return null;
  return (
    <Panel title="History">
      <ol className="divide-y divide-line">
        {confirmed.map((version, index) => {
          const before = versions[index + 1];
          return (
            <li key={version.version} className="py-2 text-body [overflow-wrap:anywhere] first:pt-0 last:pb-0">
              <details>
                <summary>
                  Version {version.version}, since <Time iso={version.activeFrom ?? ''} />
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
                  {before ? renderChanges(before, version) : renderFirst?.(version)}
                </div>
              </details>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
