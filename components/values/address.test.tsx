import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { runs } from '@/scripts/testing/property-runs';
import { Address } from '@/components/values/address';
import { markDifferences } from '@/lib/addresses/similarity';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

const MUXED = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';

/** Returns the text that selecting the markup gives, without the parts for screen readers. */
const read = (markup: string) =>
  markup
    .replaceAll(/<span class="[^"]*select-none[^"]*">[^<]*<\/span>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

it('shows the whole address in the chunks of its network, isolated from the text direction around it', () => {
  const markup = renderToStaticMarkup(<Address address={MUXED} network="STELLAR" />);
  expect(markup).toMatch(/^<bdi dir="ltr"/);
  expect(markup.match(/inline-block/g)).toHaveLength(18);
  expect(read(markup)).toBe(MUXED);
});

it('marks exactly the characters that differ, and copies the plain address', () => {
  const { a } = markDifferences(MUXED, MUXED.replace('UJUAA', 'UJVAA'), 'stellar');
  const markup = renderToStaticMarkup(<Address address={MUXED} network="STELLAR" marked={a} />);
  expect(markup.match(/<mark[^>]*>\w+/g)).toEqual([expect.stringMatching(/underline.*>U$/)]);
  expect(markup.match(/\(differs\)/g)).toHaveLength(1);
  expect(read(markup)).toBe(MUXED);
});

it('shows any text unchanged except for hidden characters, which are written out', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 80 }),
      fc.constantFrom('BITCOIN', 'ETHEREUM', 'nothing', 'BITCOIN_CASH'),
      (address, network) => {
        expect(read(renderToStaticMarkup(<Address address={address} network={network} />))).toBe(
          revealHiddenCharacters(address),
        );
      },
    ),
    { numRuns: runs(1) },
  );
});
