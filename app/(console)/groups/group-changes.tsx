import { clsx } from 'clsx';
import { type ApproverGroup, compareGroups, describeGroup } from '@/lib/approver-groups/approver-groups';

interface GroupChangesProps {
  before: readonly ApproverGroup[];
  after: readonly ApproverGroup[];
  /** Labels of people by ID. */
  people: ReadonlyMap<string, string>;
}

/** List of the sentences that differ between two versions of the groups. */
export function GroupChanges({ before, after, people }: GroupChangesProps) {
  return (
    <ul aria-label="Differences of groups" className="space-y-1 text-body">
      {compareGroups(before, after).map((change) => (
        <li
          key={change.name}
          className={clsx('rounded border-l-3 p-2 [overflow-wrap:anywhere]', lookOf(change.before, change.after))}
        >
          {change.before && (
            <p>
              <del>{describeGroup(change.before, people)}</del>
            </p>
          )}
          <p>{change.after ? describeGroup(change.after, people) : 'No longer a group.'}</p>
        </li>
      ))}
    </ul>
  );
}

function lookOf(before: ApproverGroup | null, after: ApproverGroup | null): string {
  if (after === null) return 'border-l-bad bg-bad-soft';
  return before === null ? 'border-l-edge bg-soft' : 'border-l-warn bg-warn-soft';
}
