import { UntrustedText } from '@/components/values/untrusted-text';
import { Panel } from '@/components/ui/panel';
import { profileKey, type ProfileName } from '@/lib/profiles/find-name';
import { sortProfileNames } from '@/lib/profiles/profile-names';
import type { SeenProfile } from '@/lib/server/profiles/seen-profiles';
import { formatCount } from '@/lib/text/locale';

const ROW = 'grid grid-cols-[minmax(0,1fr)] gap-x-4 py-2 first:pt-0 last:pb-0 sm:grid-cols-3 [overflow-wrap:anywhere]';

/** Lists the named profiles by name, then those that were seen without one, each with its number of transfers. */
export function ProfileList({ named, seen }: { named: readonly ProfileName[]; seen: readonly SeenProfile[] }) {
  const transfersOf = new Map(seen.map(({ id, transfers }) => [profileKey(id), transfers]));
  const namedKeys = new Set(named.map(({ id }) => profileKey(id)));
  const unnamed = seen.filter(({ id }) => !namedKeys.has(profileKey(id)));
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title="Named profiles">
        {named.length === 0 && (
          <p className="text-body text-dim">No profiles have a name. An administrator can propose names.</p>
        )}
        <ul aria-label="Named profiles" className="divide-y divide-line text-body">
          {sortProfileNames(named).map(({ id, name }) => (
            <li key={id} className={ROW}>
              <span className="font-medium">
                <UntrustedText text={name} />
              </span>
              <span className="font-mono">{id}</span>
              <Uses transfers={transfersOf.get(profileKey(id))} />
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Profiles without a name">
        {unnamed.length === 0 && <p className="text-body text-dim">Every profile that was used here has a name.</p>}
        <ul aria-label="Profiles without a name" className="divide-y divide-line text-body">
          {unnamed.map(({ id, transfers }) => (
            <li key={id} className={ROW}>
              <span className="font-mono sm:col-span-2">
                <UntrustedText text={id} limit={200} />
              </span>
              <Uses transfers={transfers} />
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function Uses({ transfers }: { transfers: number | undefined }) {
  const text =
    transfers === undefined
      ? 'never used here'
      : transfers === 0
        ? 'only in requests'
        : `${formatCount(transfers)} ${transfers === 1 ? 'transfer' : 'transfers'}`;
  return <span className="text-dim sm:text-right">{text}</span>;
}
