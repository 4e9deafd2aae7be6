import { chunkAddress } from '@/lib/addresses/chunks';
import { findNetwork } from '@/lib/networks/networks';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

const CHUNKS_AT_EACH_END = 2;

/** Shortens an address to its first and last characters; a short one stays whole. Never where a person compares it. */
export function shortenAddress(address: string, network: string): string {
  const { prefix, chunks } = chunkAddress(address, findNetwork(network)?.family);
  const [head, tail] = [chunks.slice(0, CHUNKS_AT_EACH_END), chunks.slice(-CHUNKS_AT_EACH_END)];
  const isShort = chunks.length <= 2 * CHUNKS_AT_EACH_END + 1;
  return revealHiddenCharacters(isShort ? address : `${prefix}${head.join(' ')} … ${tail.join(' ')}`);
}

/** Renders an address as `shortenAddress` does, whole on hover and to screen readers. */
export function ShortAddress({ address, network }: { address: string; network: string }) {
  const [whole, short] = [revealHiddenCharacters(address), shortenAddress(address, network)];
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
