import { UntrustedText } from '@/components/values/untrusted-text';
import type { DescribedChange } from '@/lib/transfers/changes';

const LIMIT = 120;

/** A list of changes, such as "Status: Pending at the service → Completed". */
export function ChangeList({ changes }: { changes: readonly DescribedChange[] }) {
  return (
    <ul className="space-y-0.5">
      {changes.map(({ name, before, after }) => (
        <li key={name} className="[overflow-wrap:anywhere]">
          <span className="text-dim">
            <UntrustedText text={name} limit={60} />:
          </span>{' '}
          <Value text={before} />
          <span aria-hidden className="text-dim">
            {' '}
            →{' '}
          </span>
          <span className="sr-only"> becomes </span>
          <Value text={after} />
        </li>
      ))}
    </ul>
  );
}

function Value({ text }: { text: string | null }) {
  return text === null ? <span className="text-dim">none</span> : <UntrustedText text={text} limit={LIMIT} />;
}
