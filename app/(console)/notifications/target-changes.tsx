import { ChangeList, kindOfChange } from '@/components/proposals/change-list';
import { UntrustedText } from '@/components/values/untrusted-text';
import { compareTargets, describeTargetChange, type NotificationTarget } from '@/lib/notifications/targets';

const LABELS = { added: 'Added', changed: 'Changed', removed: 'Removed' };

interface TargetChangesProps {
  before: readonly NotificationTarget[];
  after: readonly NotificationTarget[];
}

/** Lists the targets that differ between two lists, each with what changes. */
export function TargetChanges({ before, after }: TargetChangesProps) {
  const changes = compareTargets(before, after).map((change) => ({
    key: change.id,
    kind: kindOfChange(change),
    title: (
      <>
        {LABELS[kindOfChange(change)]}: <UntrustedText text={(change.after ?? change.before)?.label ?? ''} limit={80} />
      </>
    ),
    lines: describeTargetChange(change).map((line) => <p key={line}>{line}</p>),
  }));
  return <ChangeList changes={changes} />;
}
