import { UntrustedText } from '@/components/values/untrusted-text';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { BodyChange } from '@/lib/withdrawals/body-changes';

/** Lists what changed between two versions of a withdrawal, with the value before and after. */
export function BodyChangeList({ changes }: { changes: readonly BodyChange[] }) {
  return (
    <ul className="space-y-1">
      {changes.map((change) => (
        <Change key={change.field} {...change} />
      ))}
    </ul>
  );
}

function Change({ field, before, after }: BodyChange) {
  return (
    <li>
      <span className="font-medium">{revealHiddenCharacters(labelOf(field))}</span>: <Value text={before} isOld />{' '}
      becomes <Value text={after} />
    </li>
  );
}

function Value({ text, isOld }: { text: string | null; isOld?: boolean }) {
  if (text === null) return <span className="text-dim">empty</span>;
  const Mark = isOld ? 'del' : 'ins';
  return (
    <Mark className="font-mono no-underline [overflow-wrap:anywhere] [&:is(del)]:line-through">
      <UntrustedText text={text} limit={500} />
    </Mark>
  );
}

function labelOf(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
