import { clsx } from 'clsx';
import { chunkAddress } from '@/lib/addresses/chunks';
import type { MarkedChunk } from '@/lib/addresses/similarity';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { findNetwork } from '@/lib/networks/networks';

interface AddressProps {
  address: string;
  /** The id of the network that it is on, which says how it is read. */
  network?: string;
  /** The same address with the chunks marked that are unlike another's (lib/addresses/similarity). */
  marked?: readonly MarkedChunk[];
}

/**
 * An address to be decided on: whole, in chunks, kept apart from the direction of the text around it. It breaks between
 * chunks only, and they are spaced by style alone, so that selecting and copying gives the plain form.
 */
export function Address({ address, network, marked }: AddressProps) {
  const { prefix, chunks } = chunkAddress(address, findNetwork(network ?? '')?.family);
  const pieces = marked ?? [prefix, ...chunks].filter((text) => text !== '').map((text) => ({ text, differs: false }));
  return (
    <bdi dir="ltr" className="font-mono text-[0.95rem] leading-7 tracking-wide [overflow-wrap:anywhere]">
      {pieces.map(({ text, differs }, index) => (
        <span key={index} className={clsx('mr-2 inline-block', index === 0 && text === prefix && 'text-dim')}>
          {differs ? <Marked text={text} /> : revealHiddenCharacters(text)}
        </span>
      ))}
    </bdi>
  );
}

// By a line and a word as well as by colour; the word is heard, and neither seen nor copied.
function Marked({ text }: { text: string }) {
  return (
    <mark className="rounded-sm bg-warn-soft text-ink underline decoration-warn decoration-2 underline-offset-4">
      {revealHiddenCharacters(text)}
      <span className="sr-only select-none"> (differs)</span>
    </mark>
  );
}
