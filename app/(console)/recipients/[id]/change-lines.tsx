import { EntryFacts } from '@/app/(console)/recipients/entry-facts';
import { EntryLine } from '@/app/(console)/recipients/entry-line';
import { UntrustedText } from '@/components/values/untrusted-text';
import { describeChange, entryOf, type RecipientChange } from '@/lib/recipients/changes';

/** Content of a proposal: one entry with all its fields, or each line of an import. `isShort` shows only the number. */
export function ChangeLines({ changes, isShort = false }: { changes: readonly RecipientChange[]; isShort?: boolean }) {
  const [first, ...more] = changes;
  if (!first) return null;
  if (more.length === 0) {
    return (
      <div className="space-y-2">
        <p className="font-medium">
          <UntrustedText text={describeChange(first)} />
        </p>
        <EntryFacts entry={entryOf(first)} before={first.kind === 'change' ? first.before : undefined} />
      </div>
    );
  }
  return (
    <div className="space-y-2">
      <p className="font-medium">Add {changes.length.toLocaleString('en-GB')} recipients</p>
      {!isShort && (
        <ol aria-label="Imported recipients" className="divide-y divide-line rounded-control border border-line">
          {changes.map((change, index) => (
            <li key={change.id}>
              <EntryLine entry={entryOf(change)} number={index + 1} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
