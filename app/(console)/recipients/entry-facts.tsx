import { ProfileNameList } from '@/components/profiles/profile-name';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { CopyButton } from '@/components/ui/copy-button';
import { Fact, Facts } from '@/components/ui/facts';
import { listAddressNotes, nameKind } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import { markDifferences } from '@/lib/addresses/similarity';
import { findNetwork, resolveNetwork, networkLabel } from '@/lib/networks/networks';
import { writeBeneficiary } from '@/lib/withdrawals/beneficiary';
import { describeEntryNotes } from '@/lib/recipients/entry-checks';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { describeTravelRule } from '@/lib/recipients/travel-rule';

interface EntryFactsProps {
  entry: RecipientEntry;
  before?: RecipientEntry | undefined;
  /** True where the name is above. */
  isNamed?: boolean;
}

/** The facts of an entry that it has, each with the former value where a change replaces it. */
export function EntryFacts({ entry, before, isNamed = false }: EntryFactsProps) {
  const family = findNetwork(entry.network)?.family;
  const notes = describeEntryNotes(entry);
  const marked =
    before && before.address !== entry.address ? markDifferences(before.address, entry.address, family) : undefined;
  return (
    <Facts>
      {!isNamed && <ChangingFact name="Name" text={entry.name} before={before?.name} />}
      <ChangingFact name="Network" text={networkLabel(entry.network)} before={before && networkLabel(before.network)} />
      <Fact name="Address">
        {marked && before && (
          <div className="text-dim">
            Was <Address address={before.address} network={before.network} marked={marked.a} />
          </div>
        )}
        {marked && <span className="text-dim">Becomes </span>}
        <Address address={entry.address} network={entry.network} {...(marked && { marked: marked.b })} />
        <CopyButton text={entry.address} what="address" />
        <AddressKind entry={entry} />
      </Fact>
      <ChangingFact name="Memo" text={entry.memo ?? NONE} before={before && (before.memo ?? NONE)} />
      <Fact name="Check">{notes !== '' && <span className="text-warn">{notes}</span>}</Fact>
      <Fact name="Profiles">
        {before && before.profiles.join() !== entry.profiles.join() ? (
          <>
            <span className="text-dim">
              Was <EntryProfiles profiles={before.profiles} />, becomes{' '}
            </span>
            <strong className="rounded-sm bg-warn-soft px-1 font-medium">
              <EntryProfiles profiles={entry.profiles} />
            </strong>
          </>
        ) : (
          <EntryProfiles profiles={entry.profiles} />
        )}
      </Fact>
      <ChangingFact name="Beneficiary" text={nameBeneficiary(entry)} before={before && nameBeneficiary(before)} />
      <ChangingFact
        name="Travel rule"
        text={describeTravelRule(entry.travelRule)}
        before={before && describeTravelRule(before.travelRule)}
      />
      <ChangingFact name="Note" text={entry.note || NONE} before={before && (before.note || NONE)} />
    </Facts>
  );
}

// Longer than any fact: the two people who confirm an entry read all of it.
const MAX_SHOWN = 10_000;

const NONE = describeTravelRule(undefined);

function ChangingFact({ name, text, before = text }: { name: string; text: string; before?: string | undefined }) {
  if (text === NONE && before === NONE) return null;
  if (before === text)
    return (
      <Fact name={name}>
        <UntrustedText text={text} limit={MAX_SHOWN} />
      </Fact>
    );
  return (
    <Fact name={name}>
      <span className="text-dim">
        Was <UntrustedText text={before} limit={MAX_SHOWN} />, becomes{' '}
      </span>
      <strong className="rounded-sm bg-warn-soft px-1 font-medium">
        <UntrustedText text={text} limit={MAX_SHOWN} />
      </strong>
    </Fact>
  );
}

/** Kind of an address where it is not an ordinary account, with warnings for the payer. */
function AddressKind({ entry: { network: id, address } }: { entry: RecipientEntry }) {
  const verdict = checkAddress(address, resolveNetwork(id));
  const notes = listAddressNotes(verdict, 'book').join(' ');
  if (verdict.state !== 'valid') return <p className="text-label text-warn">Not checked: {notes}</p>;
  const kind = nameKind(verdict);
  return (
    <p className="text-label text-dim">
      {kind !== undefined && `${kind}. `}
      <span className="text-warn">{notes}</span>
    </p>
  );
}

function EntryProfiles({ profiles }: Pick<RecipientEntry, 'profiles'>) {
  return profiles.length === 0 ? 'All profiles' : <ProfileNameList ids={profiles} />;
}

function nameBeneficiary({ beneficiary }: RecipientEntry): string {
  return beneficiary ? writeBeneficiary(beneficiary) : NONE;
}
