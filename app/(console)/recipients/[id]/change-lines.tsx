import { EntryFacts } from '@/app/(console)/recipients/entry-facts';
import { Address } from '@/components/address';
import { ForeignText } from '@/components/foreign-text';
import { networkLabel } from '@/lib/networks';
import { describeChange, entryOf, type RecipientChange } from '@/lib/recipient-changes';

/** What a change of the book would do: one entry with all its fields, or each line of a sheet. `isShort`: of a sheet only how many. */
export function ChangeLines({ changes, isShort = false }: { changes: readonly RecipientChange[]; isShort?: boolean }) {
  const [first, ...more] = changes;
  if (!first) return null;
  if (more.length === 0) {
    return (
      <div className="space-y-2">
        <p className="font-medium">
          <ForeignText text={describeChange(first)} />
        </p>
        <EntryFacts entry={entryOf(first)} before={first.kind === 'change' ? first.before : undefined} />
      </div>
    );
  }
  return (
    <div className="space-y-2">
      <p className="font-medium">Add {changes.length.toLocaleString('en-GB')} recipients</p>
      {!isShort && (
        <ol aria-label="Recipients of the sheet" className="divide-y divide-line rounded-control border border-line text-sm">
          {changes.map((change, index) => (
            <SheetLine key={change.id} change={change} number={index + 1} />
          ))}
        </ol>
      )}
    </div>
  );
}

function SheetLine({ change, number }: { change: RecipientChange; number: number }) {
  const { name, network, address, memo, note, profiles } = entryOf(change);
  return (
    <li className="grid gap-x-4 gap-y-1 px-3 py-2 [overflow-wrap:anywhere] md:grid-cols-[2.5rem_minmax(0,1fr)_minmax(0,1.8fr)]">
      <span className="text-dim">{number}</span>
      <span>
        <ForeignText text={name} />
        <span className="block text-xs text-dim">{networkLabel(network)}</span>
      </span>
      <span>
        <Address address={address} network={network} />
        <span className="block text-xs text-dim">
          <ForeignText
            text={[memo === null ? '' : `Memo ${memo}`, profiles.length > 0 ? `Profiles ${profiles.join(', ')}` : '', note].filter(Boolean).join(' · ')}
            limit={900}
          />
        </span>
      </span>
    </li>
  );
}
