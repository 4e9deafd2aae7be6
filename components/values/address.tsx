import { Fragment } from 'react';
import { clsx } from 'clsx';
import { chunkAddress } from '@/lib/addresses/chunks';
import type { MarkedChunk } from '@/lib/addresses/similarity';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { findNetwork } from '@/lib/networks/networks';

interface AddressProps {
  address: string;
  /** Id of the address's network, which determines the chunks. */
  network?: string;
  /** The same address with the characters marked that differ from another address (lib/addresses/similarity). */
  marked?: readonly MarkedChunk[];
  /** True where a person decides about it. */
  isLarge?: boolean;
}

/**
 * Renders an address for comparison: whole, in chunks, isolated from the direction of surrounding text. Lines break
 * only between chunks, and only styles space them, so that selecting and copying gives the plain address.
 */
export function Address({ address, network, marked, isLarge = false }: AddressProps) {
  const { prefix, chunks } = chunkAddress(address, findNetwork(network ?? '')?.family);
  const shown: readonly MarkedChunk[] =
    marked ?? [prefix, ...chunks].filter((text) => text !== '').map((text) => [{ text, differs: false }]);
  return (
    <bdi
      dir="ltr"
      className={clsx(
        'font-mono [overflow-wrap:anywhere]',
        isLarge ? 'text-title' : 'text-body leading-7 tracking-wide',
      )}
    >
      {shown.map((chunk, index) => (
        <span key={index} className={clsx('mr-2 inline-block', index === 0 && prefix !== '' && 'text-dim')}>
          {chunk.map(({ text, differs }, at) =>
            differs ? <Marked key={at} text={text} /> : <Fragment key={at}>{revealHiddenCharacters(text)}</Fragment>,
          )}
          {chunk.some(({ differs }) => differs) && <span className="sr-only select-none"> (differs)</span>}
        </span>
      ))}
    </bdi>
  );
}

// Marked by underline as well as by colour, and by a word for screen readers, which is not copied.
function Marked({ text }: { text: string }) {
  return (
    <mark className="rounded-sm bg-bad-soft text-bad underline decoration-bad decoration-2 underline-offset-4">
      {revealHiddenCharacters(text)}
    </mark>
  );
}
