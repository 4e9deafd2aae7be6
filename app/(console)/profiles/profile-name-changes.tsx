import { ChangeList, kindOfChange } from '@/components/proposals/change-list';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { ProfileName } from '@/lib/profiles/find-name';
import { compareProfileNames } from '@/lib/profiles/profile-names';

const LABELS = { added: 'Named', changed: 'Renamed', removed: 'Name removed' };

interface ProfileNameChangesProps {
  before: readonly ProfileName[];
  after: readonly ProfileName[];
}

/** List of the profiles whose names differ between two lists. */
export function ProfileNameChanges({ before, after }: ProfileNameChangesProps) {
  const changes = compareProfileNames(before, after).map((change) => ({
    key: change.id,
    kind: kindOfChange(change),
    title: (
      <>
        {LABELS[kindOfChange(change)]}: <span className="font-mono">{change.id}</span>
      </>
    ),
    lines: (
      <p>
        {change.before !== null && (
          <del>
            <UntrustedText text={change.before} />
          </del>
        )}
        {change.before !== null && change.after !== null && ' becomes '}
        {change.after !== null && <UntrustedText text={change.after} />}
      </p>
    ),
  }));
  return <ChangeList changes={changes} />;
}
