import { PaidBefore } from '@/app/(console)/recipients/paid-before';
import { EntryFacts } from '@/app/(console)/recipients/entry-facts';
import { EntryLine } from '@/app/(console)/recipients/entry-line';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { PaidTo } from '@/lib/recipients/adoption';
import { describeChange, describeSeveral, entryOf, type RecipientChange } from '@/lib/recipients/changes';

interface ChangeLinesProps {
  changes: readonly RecipientChange[];
  /** True where the recipients were paid before and are adopted. */
  isAdopted: boolean;
  /** What was paid to them, by the entry's ID. */
  paid?: Readonly<Record<string, PaidTo>>;
  isShort?: boolean;
}

/**
 * Content of a proposal: one entry with all its fields, or each line of an import or of recipients that are adopted.
 * `isShort` shows only the number.
 */
export function ChangeLines({ changes, isAdopted, paid = {}, isShort = false }: ChangeLinesProps) {
  const [first, ...more] = changes;
  if (!first) return null;
  if (more.length === 0) {
    return (
      <div className="space-y-2">
        <p className="font-medium">
          <UntrustedText text={describeChange(first)} />
        </p>
        <EntryFacts entry={entryOf(first)} before={first.kind === 'change' ? first.before : undefined} />
        <PaidBefore paid={paid[first.id]} />
      </div>
    );
  }
  return (
    <div className="space-y-2">
      <p className="font-medium">{describeSeveral(changes.length, isAdopted)}</p>
      {!isShort && (
        <ol
          aria-label={isAdopted ? 'Recipients paid before' : 'Imported recipients'}
          className="divide-y divide-line rounded-control border border-line"
        >
          {changes.map((change, index) => (
            <li key={change.id}>
              <EntryLine entry={entryOf(change)} number={index + 1} details={<PaidBefore paid={paid[change.id]} />} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
