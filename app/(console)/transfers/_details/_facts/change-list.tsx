import { Address } from '@/components/values/address';
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

// An address or a hash, which people read in fours; an ID of a record has hyphens.
const LONG_CODE = /^[0-9A-Za-z:]{25,120}$/;

function Value({ text }: { text: string | null }) {
  if (text === null) return <span className="text-dim">none</span>;
  return LONG_CODE.test(text) ? <Address address={text} /> : <UntrustedText text={text} limit={LIMIT} />;
}
