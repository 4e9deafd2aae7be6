import { clsx } from 'clsx';
import { compareRights, describeRight, type ProfileRight, type RightNames } from '@/lib/rights/profile-rights';

interface RightChangesProps {
  before: readonly ProfileRight[];
  after: readonly ProfileRight[];
  names: RightNames;
}

/** List of the sentences that differ between two versions of rights. */
export function RightChanges({ before, after, names }: RightChangesProps) {
  return (
    <ul aria-label="Differences of rights" className="space-y-1 text-body">
      {compareRights(before, after).map((change) => (
        <li
          key={change.key}
          className={clsx('rounded border-l-3 p-2 [overflow-wrap:anywhere]', lookOf(change.before, change.after))}
        >
          {change.before && (
            <p>
              <del>{describeRight(change.before, names)}</del>
            </p>
          )}
          <p>{change.after ? describeRight(change.after, names) : 'No longer limited by this right.'}</p>
        </li>
      ))}
    </ul>
  );
}

function lookOf(before: ProfileRight | null, after: ProfileRight | null): string {
  if (after === null) return 'border-l-bad bg-bad-soft';
  return before === null ? 'border-l-edge bg-soft' : 'border-l-warn bg-warn-soft';
}
