import { revealHiddenCharacters } from '@/lib/characters';

const CHUNK = 4;
// A prefix says which kind of address it is and is set apart from what identifies it.
const PREFIX = /^(?:0x|bc1|ltc1|bitcoincash:)/i;

/**
 * An address to be decided on: whole, in chunks, kept apart from the direction of the text around it. The chunks are
 * spaced by style alone, so that selecting and copying gives the plain form.
 */
export function Address({ address }: { address: string }) {
  const shown = revealHiddenCharacters(address);
  const prefix = PREFIX.exec(shown)?.[0] ?? '';
  const chunks = shown.slice(prefix.length).match(new RegExp(`.{1,${CHUNK}}`, 'gsu')) ?? [];
  return (
    <bdi dir="ltr" className="font-mono text-[0.95rem] leading-7 tracking-wide">
      {prefix !== '' && <span className="mr-2 inline-block text-dim">{prefix}</span>}
      {chunks.map((chunk, index) => (
        <span key={index} className="mr-2 inline-block">
          {chunk}
        </span>
      ))}
    </bdi>
  );
}
