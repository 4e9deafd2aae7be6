import { ChangeList, kindOfChange } from '@/components/proposals/change-list';
import { compareRights, describeRight, type ProfileRight, type RightNames } from '@/lib/rights/profile-rights';

interface RightChangesProps {
  before: readonly ProfileRight[];
  after: readonly ProfileRight[];
  names: RightNames;
}

/** List of the sentences that differ between two versions of rights. */
export function RightChanges({ before, after, names }: RightChangesProps) {
  const changes = compareRights(before, after).map((change) => ({
    key: change.key,
    kind: kindOfChange(change),
    lines: (
      <>
        <p>{change.before && <del>{describeRight(change.before, names)}</del>}</p>
        <p>{change.after ? describeRight(change.after, names) : 'No longer limited by this right.'}</p>
      </>
    ),
  }));
  return <ChangeList label="Differences of rights" changes={changes} />;
}
