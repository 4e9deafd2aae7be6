'use client';

import { type ReactNode, useId } from 'react';
import { Address } from '@/components/values/address';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import { type MarkedChunk, markDifferences } from '@/lib/addresses/similarity';
import { findNetwork, networkLabel } from '@/lib/networks/networks';
import type { KnownAddress, SimilarAddress } from '@/lib/recipients/recipients';
import { describeResemblance } from '@/lib/risk/similar-findings';

interface SimilarAddressChoiceProps {
  network: string;
  /** The address to confirm. */
  address: string;
  /** The address to confirm in normal form, as the similar ones have it (lib/addresses). */
  normal: string;
  similarAddresses: readonly SimilarAddress[];
  /** Use of the address, and the consequence of choosing another one; those of a withdrawal by default. */
  about?: string;
  ifWrong?: string;
  /** The confirmed address, empty for none yet; absent where the reader has nothing to confirm. */
  chosen?: string | undefined;
  onChoose?: ((address: string) => void) | undefined;
}

/** Comparison of an address with similar ones, differing chunks marked, in which a person confirms the right one. */
export function SimilarAddressChoice({
  network,
  address,
  normal,
  similarAddresses,
  about = 'Destination of this withdrawal',
  ifWrong = 'This withdrawal goes to the wrong address. Change the address before you continue.',
  chosen,
  onChoose,
}: SimilarAddressChoiceProps) {
  const name = useId();
  const family = findNetwork(network)?.family;
  const known = similarAddresses.filter((similar) => similar.isHidden !== true);
  const [first] = known;
  const isWrong = chosen !== undefined && chosen !== '' && chosen !== address;
  const option = { name, chosen, onChoose };
  // With the capitals of its checksum, where normalizing changes nothing else.
  const written = address.toLowerCase() === normal.toLowerCase() ? address : normal;
  return (
    <Notice
      look="warn"
      title={
        first
          ? `This address closely resembles one ${first.isOpen ? 'of an open request' : 'that is known here'}. ` +
            'Compare the marked characters with the address that the recipient gave you.'
          : 'This address closely resembles an address of another profile. ' +
            'Compare every character with the address that the recipient gave you.'
      }
    >
      <div
        role={onChoose ? 'radiogroup' : 'list'}
        aria-label={onChoose ? 'Confirm the address' : 'Similar addresses'}
        className="divide-y divide-line"
      >
        <AddressOption
          {...option}
          network={network}
          address={address}
          marked={first && markDifferences(written, first.written ?? first.address, family).a}
          about={about}
        />
        {known.map((similar) => (
          <AddressOption
            key={`${similar.network} ${similar.address}`}
            {...option}
            network={similar.network}
            address={similar.address}
            marked={markDifferences(normal, similar.written ?? similar.address, family).b}
            about={<SimilarAddressFacts similar={similar} network={network} normal={normal} />}
          />
        ))}
      </div>
      {first && known.length < similarAddresses.length && <p>It resembles an address of another profile as well.</p>}
      {isWrong && (
        <p ref={showAtOnce} role="alert">
          {ifWrong}
        </p>
      )}
    </Notice>
  );
}

/** Scrolls to what is said about a choice, which may be below what a dialog shows. */
const showAtOnce = (said: HTMLElement | null) => said?.scrollIntoView({ block: 'nearest' });

interface AddressOptionProps extends Pick<SimilarAddressChoiceProps, 'network' | 'address' | 'chosen' | 'onChoose'> {
  name: string;
  marked: MarkedChunk[] | undefined;
  about: ReactNode;
}

function AddressOption({ network, address, chosen, onChoose, name, marked, about }: AddressOptionProps) {
  return (
    <div role={onChoose ? undefined : 'listitem'} className="py-2">
      <label className="flex items-start gap-3">
        {onChoose && (
          <input
            type="radio"
            name={name}
            className="mt-2 accent-accent"
            checked={chosen === address}
            onChange={() => onChoose(address)}
          />
        )}
        <span className="min-w-0">
          <Address address={address} network={network} isLarge={onChoose !== undefined} {...(marked && { marked })} />
          <span className="block text-label text-dim">{about}</span>
        </span>
      </label>
    </div>
  );
}

/** Name, last payment and resemblance of a similar address; names its network where that is another one. */
function SimilarAddressFacts({ similar, network, normal }: { similar: KnownAddress; network: string; normal: string }) {
  const { name, network: own, lastPaidAt, isOpen } = similar;
  return (
    <>
      {name === null ? 'Not in the address book' : <UntrustedText text={name} />}
      {own !== network && ` on ${networkLabel(own)}`}
      {lastPaidAt === null ? (
        `, no payments yet${isOpen ? ', in an open request' : ''}`
      ) : (
        <>
          , last paid <Time iso={lastPaidAt} />
        </>
      )}
      : {describeResemblance(similar, normal)}
    </>
  );
}
