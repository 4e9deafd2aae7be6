import { clsx } from 'clsx';
import { UntrustedText } from '@/components/values/untrusted-text';
import {
  compareTargets,
  describeTargetChange,
  type NotificationTarget,
  type TargetChange,
} from '@/lib/notifications/targets';

const LOOKS = {
  added: { label: 'Added', look: 'border-l-edge bg-soft' },
  changed: { label: 'Changed', look: 'border-l-warn bg-warn-soft' },
  removed: { label: 'Removed', look: 'border-l-bad bg-bad-soft' },
};

interface TargetChangesProps {
  before: readonly NotificationTarget[];
  after: readonly NotificationTarget[];
}

/** Lists the targets that differ between two lists, each with what changes. */
export function TargetChanges({ before, after }: TargetChangesProps) {
  return (
    <ul aria-label="Changes" className="space-y-1 text-body">
      {compareTargets(before, after).map((change) => {
        const { label, look } = LOOKS[kindOf(change)];
        return (
          <li key={change.id} className={clsx('rounded border-l-3 p-2 [overflow-wrap:anywhere]', look)}>
            <p className="font-medium">
              {label}: <UntrustedText text={(change.after ?? change.before)?.label ?? ''} limit={80} />
            </p>
            {describeTargetChange(change).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function kindOf({ before, after }: TargetChange): keyof typeof LOOKS {
  if (!after) return 'removed';
  return before ? 'changed' : 'added';
}
