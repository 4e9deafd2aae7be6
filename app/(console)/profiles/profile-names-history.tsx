import { ProfileNameChanges } from '@/app/(console)/profiles/profile-name-changes';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Panel } from '@/components/ui/panel';
import type { ProfileNamesVersion } from '@/lib/server/profiles/profile-names';

/** Versions of the names that administrators confirmed, newest first, each with its changes. */
export function ProfileNamesHistory({ versions }: { versions: readonly ProfileNamesVersion[] }) {
  const confirmed = versions.filter(({ activeFrom }) => activeFrom !== null);
  if (confirmed.length === 0) return null;
  return (
    <Panel title="History">
      <ol className="divide-y divide-line">
        {confirmed.map(({ version, profiles, activeFrom, proposedBy, confirmedBy, comment }, index) => {
          const before = versions[index + 1];
          return (
            <li key={version} className="py-2 text-sm [overflow-wrap:anywhere] first:pt-0 last:pb-0">
              <details>
                <summary>
                  Version {version}, in force since <Time iso={activeFrom ?? ''} />
                  {proposedBy && (
                    <span className="text-dim">
                      {' '}
                      · proposed by <UntrustedText text={proposedBy} />, confirmed by{' '}
                      <UntrustedText text={confirmedBy ?? ''} />
                    </span>
                  )}
                </summary>
                <div className="mt-2 space-y-2">
                  {comment && (
                    <p className="text-dim">
                      “<UntrustedText text={comment} limit={500} />”
                    </p>
                  )}
                  {before && <ProfileNameChanges before={before.profiles} after={profiles} />}
                </div>
              </details>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
