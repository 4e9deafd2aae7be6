import { clsx } from 'clsx';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { ProfileName } from '@/lib/profiles/find-name';
import { compareProfileNames, type ProfileNameChange } from '@/lib/profiles/profile-names';

const LOOKS = {
  named: { label: 'Named', look: 'border-l-edge bg-soft' },
  renamed: { label: 'Renamed', look: 'border-l-warn bg-warn-soft' },
  unnamed: { label: 'Name removed', look: 'border-l-bad bg-bad-soft' },
};

interface ProfileNameChangesProps {
  before: readonly ProfileName[];
  after: readonly ProfileName[];
}

/** List of the profiles whose names differ between two lists. */
export function ProfileNameChanges({ before, after }: ProfileNameChangesProps) {
  return (
    <ul aria-label="Changes" className="space-y-1 text-body">
      {compareProfileNames(before, after).map((change) => {
        const { label, look } = LOOKS[kindOf(change)];
        return (
          <li key={change.id} className={clsx('rounded border-l-3 p-2 [overflow-wrap:anywhere]', look)}>
            <p className="font-medium">
              {label}: <span className="font-mono">{change.id}</span>
            </p>
            <p>
              {change.before !== null && (
                <del>
                  <UntrustedText text={change.before} />
                </del>
              )}
              {change.before !== null && change.after !== null && ' becomes '}
              {change.after !== null && <UntrustedText text={change.after} />}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function kindOf({ before, after }: ProfileNameChange): keyof typeof LOOKS {
  if (after === null) return 'unnamed';
  return before === null ? 'named' : 'renamed';
}
