import { ChangeList, kindOfChange } from '@/components/proposals/change-list';
import { type ApproverGroup, compareGroups, describeGroup } from '@/lib/approver-groups/approver-groups';

interface GroupChangesProps {
  before: readonly ApproverGroup[];
  after: readonly ApproverGroup[];
  /** Labels of people by ID. */
  people: ReadonlyMap<string, string>;
}

/** List of the sentences that differ between two versions of the groups. */
export function GroupChanges({ before, after, people }: GroupChangesProps) {
  const changes = compareGroups(before, after).map((change) => ({
    key: change.name,
    kind: kindOfChange(change),
    lines: (
      <>
        <p>{change.before && <del>{describeGroup(change.before, people)}</del>}</p>
        <p>{change.after ? describeGroup(change.after, people) : 'No longer a group.'}</p>
      </>
    ),
  }));
  return <ChangeList label="Differences of groups" changes={changes} />;
}
