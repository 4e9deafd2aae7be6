import type { ReactNode } from 'react';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { networkLabel } from '@/lib/networks/networks';
import { writeBeneficiary } from '@/lib/withdrawals/beneficiary';
import { describeAddressNotes, describeEntryNotes } from '@/lib/recipients/entry-checks';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { describeTravelRule } from '@/lib/recipients/travel-rule';

/** One entry of an import on a line, with its number and the buttons given as children. */
export function EntryLine({
  entry,
  number,
  details,
  children,
}: {
  entry: RecipientEntry;
  number: number;
  /** What is known of the recipient beside the entry. */
  details?: ReactNode;
  children?: ReactNode;
}) {
  const { name, network, address, memo, note, profiles, beneficiary, travelRule } = entry;
  const notes = [describeAddressNotes(entry), describeEntryNotes(entry)].filter(Boolean).join(' ');
  const more = [
    memo === null ? '' : `Memo ${memo}`,
    profiles.length > 0 ? `Profiles ${profiles.join(', ')}` : '',
    beneficiary ? `Beneficiary ${writeBeneficiary(beneficiary)}` : '',
    travelRule ? `Travel rule: ${describeTravelRule(travelRule)}` : '',
    note,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className="grid gap-x-4 gap-y-1 px-3 py-2 text-body [overflow-wrap:anywhere] md:grid-cols-[2.5rem_minmax(0,1fr)_minmax(0,1.8fr)_auto]">
      <span className="text-dim">{number}</span>
      <span>
        <UntrustedText text={name} />
        <span className="block text-label text-dim">{networkLabel(network)}</span>
      </span>
      <div>
        <Address address={address} network={network} />
        {more !== '' && (
          <span className="block text-label text-dim">
            <UntrustedText text={more} limit={900} />
          </span>
        )}
        {notes !== '' && <span className="block text-label text-warn">{notes}</span>}
        {details}
      </div>
      {children !== undefined && <span className="max-md:text-right">{children}</span>}
    </div>
  );
}
