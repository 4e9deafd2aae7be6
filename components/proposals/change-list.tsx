import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const LOOKS = {
  added: 'border-l-edge bg-soft',
  changed: 'border-l-warn bg-warn-soft',
  removed: 'border-l-bad bg-bad-soft',
};

interface ShownChange {
  key: string;
  kind: keyof typeof LOOKS;
  /** The heading of the change, such as “Added: …”; left out where the lines say it. */
  title?: ReactNode;
  lines: ReactNode;
}

/** Lists what differs between two versions of a setting; colour marks what the words say. */
export function ChangeList({ label = 'Changes', changes }: { label?: string; changes: readonly ShownChange[] }) {
  return (
    <ul aria-label={label} className="space-y-1 text-body">
      {changes.map(({ key, kind, title, lines }) => (
        <li key={key} className={clsx('rounded border-l-3 p-2 [overflow-wrap:anywhere]', LOOKS[kind])}>
          {title !== undefined && <p className="font-medium">{title}</p>}
          {lines}
        </li>
      ))}
    </ul>
  );
}

/** Tells what was done to what has one value before and another after; null or undefined where it was not there. */
export function kindOfChange({ before, after }: { before?: unknown; after?: unknown }): keyof typeof LOOKS {
  if (after === null || after === undefined) return 'removed';
  return before === null || before === undefined ? 'added' : 'changed';
}
