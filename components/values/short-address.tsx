import { chunkAddress } from '@/lib/addresses/chunks';
import { findNetwork } from '@/lib/networks/networks';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

const CHUNKS_AT_EACH_END = 2;

/**
 * Renders an address by its first and last characters, whole on hover and to screen readers. Never where a person
 * compares it.
 */
export function ShortAddress({ address, network }: { address: string; network: string }) {
  const { prefix, chunks } = chunkAddress(address, findNetwork(network)?.family);
  const isShort = chunks.length <= 2 * CHUNKS_AT_EACH_END + 1;
  const [head, tail] = [chunks.slice(0, CHUNKS_AT_EACH_END), chunks.slice(-CHUNKS_AT_EACH_END)];
  return (
    <bdi dir="ltr" title={revealHiddenCharacters(address)} className="font-mono text-dim">
      {isShort ? (
        revealHiddenCharacters(address)
      ) : (
        <>
          <span aria-hidden className="select-none">
            {revealHiddenCharacters(`${prefix}${head.join(' ')} … ${tail.join(' ')}`)}
          </span>
          <span className="sr-only">{revealHiddenCharacters(address)}</span>
        </>
      )}
    </bdi>
  );
}
