import { shortenAddress } from '@/lib/addresses/chunks';
import { findNetwork } from '@/lib/networks/networks';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

/** Shortens an address as `shortenAddress` does, for a place of its own: one that stays whole has no spaces in it. */
export function shortAddressText(address: string, network: string): string {
  const short = shortenAddress(address, findNetwork(network)?.family);
  return revealHiddenCharacters(short.replaceAll(' ', '') === address ? address : short);
}

/** Renders an address as `shortAddressText` does, whole on hover and to screen readers. */
export function ShortAddress({ address, network }: { address: string; network: string }) {
  const [whole, short] = [revealHiddenCharacters(address), shortAddressText(address, network)];
  return (
    <bdi dir="ltr" title={whole} className="font-mono text-dim">
      {short === whole ? (
        whole
      ) : (
        <>
          <span aria-hidden className="select-none">
            {short}
          </span>
          <span className="sr-only">{whole}</span>
        </>
      )}
    </bdi>
  );
}
