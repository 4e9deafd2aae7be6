import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { runs } from '@/scripts/testing/property-runs';
import { checkAddress } from '@/lib/addresses/check-address';
import { chunkAddress } from '@/lib/addresses/chunks';
import {
  findResemblance,
  type MarkedChunk,
  markDifferences,
  computeProbes,
  type Resemblance,
  computeSignature,
} from '@/lib/addresses/similarity';
import type { AddressFamily } from '@/lib/networks/network-definition';
import { findNetwork, type NetworkId } from '@/lib/networks/networks';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { SeededRandom } from '@/sandbox/random';

const ids: NetworkId[] = ['BITCOIN', 'LITECOIN', 'BITCOIN_CASH', 'DOGECOIN', 'ETHEREUM', 'SOLANA', 'STELLAR', 'SUI'];
const familyOf = (id: NetworkId): AddressFamily => findNetwork(id)!.family!;
const normalOf = (id: NetworkId, address: string) => {
  const verdict = checkAddress(address, findNetwork(id));
  return verdict.state === 'valid' ? verdict.normal : address;
};
const drawnOf = new Map(
  ids.map((id) => [
    id,
    Array.from({ length: 100 }, (_, seed) => normalOf(id, generateAddress(id, new SeededRandom(seed + 1000)))),
  ]),
);
const anAddress = fc
  .constantFrom(...ids)
  .chain((id) => fc.record({ family: fc.constant(familyOf(id)), address: fc.constantFrom(...drawnOf.get(id)!) }));

/** A change of a part of a text, at a place between 0 and 1. */
const anEdit = fc.record({
  how: fc.constantFrom('change', 'drop', 'add', 'swap'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  character: fc.constantFrom(...'23456789acdefghjkmnpqrstuvwxyzACDEFGHJKMNP'),
});
const apply = (text: string, { how, character }: { how: string; character: string }, place: number): string => {
  const [head, tail] = [text.slice(0, place), text.slice(place)];
  if (how === 'change') return head + character + tail.slice(1);
  if (how === 'drop') return head + tail.slice(1);
  if (how === 'add') return head + character + tail;
  return head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2);
};
const COMMON = 13;
/** Applies edits from the last to the first, so that none moves another's place; skips those that would overlap. */
const applyAll = (text: string, edits: readonly { how: string; at: number; character: string }[]): string => {
  const placed = edits.map((edit) => ({ ...edit, place: COMMON + Math.floor(edit.at * (text.length - COMMON - 1)) }));
  let edited = text;
  let end = Infinity;
  for (const edit of placed.toSorted((one, other) => other.place - one.place)) {
    if (edit.place + 2 > end) continue;
    edited = apply(edited, edit, edit.place);
    end = edit.place;
  }
  return edited;
};
const isFound = (a: string, b: string, family: AddressFamily | undefined) => {
  const kept = new Set(computeSignature(a, family));
  return computeProbes(b, family).some((probe) => kept.has(probe));
};

const charactersOf = (chunks: readonly MarkedChunk[]) =>
  chunks.flat().flatMap(({ text, differs }) => Array.from(text, (character) => ({ text: character, differs })));
const read = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join('');
const marksOf = (chunks: readonly MarkedChunk[]) =>
  chunks.flatMap((chunk) => chunk.filter(({ differs }) => differs).map(({ text }) => text));

describe('findResemblance', () => {
  const KNOWN = '0x52908400098527886e0f7030069857d2e4169ee7';

  it.each<[string, string, Resemblance | undefined]>([
    ['the same address', KNOWN, undefined],
    ['another address', '0x8617e340b3d01fa5f11f306f4090fd50e238070d', undefined],
    ['three digits at both ends', '0x529ffffffffffffffffffffffffffffffffffee7', 'same-ends'],
    ['two digits at one end', '0x52ffffffffffffffffffffffffffffffffffff7e7', undefined],
    ['six digits at the beginning', '0x529084ffffffffffffffffffffffffffffffffff', 'same-ends'],
    ['six digits at the end', '0xffffffffffffffffffffffffffffffffff169ee7', 'same-ends'],
    ['five digits at the end', '0xfffffffffffffffffffffffffffffffffff69ee7', undefined],
    ['one other digit', '0x52908400098527886e0f7030069857d2e4169ee8', 'few-differences'],
    ['four other digits in the middle', '0x529084000985278a6e1f7130069857d3e4169ee7', 'few-differences'],
    ['a digit more and one less', '0x5a2908400098527886e0f7030069857d2e4169ee', 'few-differences'],
    ['chunks in another order', '0x9ee7e41657d20698f7036e0f78868527000908405290'.slice(0, 42), undefined],
    ['turned round', '0x7ee9614e2d7589600307f0e68872589000480925', 'reordered'],
    ['digits that look the same', '0x52908400098527bb6e0f7030069b57d2e4169ee7', 'looks-same'],
  ])('%s', (_, other, resemblance) => {
    expect(findResemblance(KNOWN, other, 'evm')).toBe(resemblance);
    expect(findResemblance(other, KNOWN, 'evm')).toBe(resemblance);
  });

  it.each<[AddressFamily, string, string, Resemblance]>([
    [
      'bitcoin',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw50uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu3t4',
      'same-ends',
    ],
    [
      'solana',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDtiv',
      'looks-same',
    ],
    [
      'solana',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'ePJfwDD5aUFQssQEm2QN1XZYBAPc8g4WeggKzWYtdT1V',
      'looks-same',
    ],
    // The same account with another memo inside is another recipient.
    [
      'stellar',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
      'few-differences',
    ],
    [
      'stellar',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      'same-ends',
    ],
  ])('%s: %s and %s', (family, a, b, resemblance) => {
    expect(findResemblance(a, b, family)).toBe(resemblance);
  });

  it('does not count what all addresses of a kind have in common', () => {
    expect(
      findResemblance(
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
        'bitcoin',
      ),
    ).toBeUndefined();
  });

  it('reports none of a hundred thousand unrelated pairs', () => {
    for (const id of ids) {
      const addresses = drawnOf.get(id)!;
      const family = familyOf(id);
      const alike = addresses.flatMap((a, index) =>
        addresses
          .slice(index + 1)
          .filter((b) => findResemblance(a, b, family) !== undefined)
          .map((b) => [a, b]),
      );
      expect({ id, alike }).toEqual({ id, alike: [] });
    }
    // By their ends alone, which is all that chance produces; EVM has the smallest alphabet.
    const draw = new SeededRandom(3);
    const seen = new Map<string, number>();
    for (let count = 0; count < 450; count += 1) {
      for (const trait of computeSignature(generateAddress('ETHEREUM', draw).toLowerCase(), 'evm').filter((name) =>
        /^(?:ends|head|tail)/.test(name),
      ))
        seen.set(trait, (seen.get(trait) ?? 0) + 1);
    }
    expect([...seen.values()].filter((count) => count > 1)).toEqual([]);
  });
});

describe('computeSignature and computeProbes', () => {
  const RUNS = runs(3);

  it('share an element wherever up to four edits lie between two addresses', () => {
    fc.assert(
      fc.property(anAddress, fc.array(anEdit, { minLength: 1, maxLength: 4 }), ({ address, family }, edits) => {
        const other = applyAll(address, edits);
        const resemblance = findResemblance(address, other, family);
        if (other === address) return;
        expect({ other, resemblance }).toEqual({ other, resemblance: expect.any(String) });
        expect({ address, other, isFound: isFound(address, other, family) }).toEqual({ address, other, isFound: true });
        expect({ other, address, isFound: isFound(other, address, family) }).toEqual({ other, address, isFound: true });
      }),
      { numRuns: RUNS },
    );
  });

  it('share an element wherever one address resembles another in any other way', () => {
    const kinds = ['ends', 'head', 'tail', 'shuffled', 'chunks', 'case', 'many'] as const;
    fc.assert(
      fc.property(
        anAddress,
        anAddress,
        fc.constantFrom(...kinds),
        fc.nat(),
        fc.array(anEdit, { maxLength: 9 }),
        ({ address, family }, { address: foreign }, kind, seed, edits) => {
          const [start, body] = [address.slice(0, COMMON), address.slice(COMMON)];
          const { chunks } = chunkAddress(body);
          const draw = new SeededRandom(seed);
          const shuffled = <Item>(items: Item[]) =>
            items
              .map((item) => [draw.next(), item] as const)
              .toSorted(([a], [b]) => a - b)
              .map(([, item]) => item);
          const other = {
            ends: address.slice(0, COMMON + 3) + foreign.slice(-body.length).slice(3, -3) + address.slice(-3),
            head: address.slice(0, COMMON + 6) + foreign.slice(-body.length).slice(6),
            tail: start + foreign.slice(-body.length).slice(0, -6) + address.slice(-6),
            shuffled: start + shuffled(Array.from(body)).join(''),
            chunks: start + shuffled(chunks).join(''),
            case: start + body.toUpperCase(),
            many: applyAll(address, edits),
          }[kind];
          if (findResemblance(address, other, family) === undefined) return;
          expect({ address, other, isFound: isFound(address, other, family) }).toEqual({
            address,
            other,
            isFound: true,
          });
          expect({ other, address, isFound: isFound(other, address, family) }).toEqual({
            other,
            address,
            isFound: true,
          });
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('share an element for any texts that resemble each other, also such as are no addresses', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '0'), minLength: 18, maxLength: 30 }),
    );
    fc.assert(
      fc.property(text, text, fc.constantFrom(undefined, ...ids.map(familyOf)), (a, b, family) => {
        if (findResemblance(a, b, family) !== undefined)
          expect({ a, b, isFound: isFound(a, b, family) }).toEqual({ a, b, isFound: true });
      }),
      { numRuns: RUNS * 3 },
    );
  });
});

describe('markDifferences', () => {
  it('marks the characters that differ, whatever the case of an EVM address', () => {
    const { a, b } = markDifferences(
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0x529084000985278a6e0f7030069857d2e4169ee8',
      'evm',
    );
    expect(marksOf(a)).toEqual(['8', '7']);
    expect(marksOf(b)).toEqual(['a', '8']);
    expect(a[0]).toEqual([{ text: '0x', differs: false }]);
  });

  it('marks only the character that was inserted or dropped', () => {
    const { a, b } = markDifferences('GA7QYNF7SOWQ3GLR2BGM', 'GA7QYNFX7SOWQ3GLR2BGM', 'stellar');
    expect([marksOf(a), marksOf(b)]).toEqual([[], ['X']]);
  });

  it('compares what follows the prefix where only one has it', () => {
    const normal = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
    expect(marksOf(markDifferences(normal.slice(12).toUpperCase(), normal, 'bitcoin-cash').b)).toEqual([]);
    expect(
      marksOf(markDifferences('1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggU', 'bitcoin').a),
    ).toEqual(['u']);
  });

  it('gives both addresses whole and marks every character that differs, and no other', () => {
    const text = fc.oneof(
      anAddress.map(({ address }) => address),
      fc.string({ unit: anyCharacter, maxLength: 90 }),
    );
    const others = anAddress.chain(({ address }) =>
      fc.tuple(fc.constant(address), fc.shuffledSubarray([...address], { minLength: address.length - 2 })),
    );
    const pairs = fc.oneof(
      fc.tuple(text, text),
      others.map(([address, characters]): [string, string] => [
        address,
        address.slice(0, 9) + characters.join('').slice(9),
      ]),
    );
    fc.assert(
      fc.property(pairs, fc.constantFrom(undefined, ...ids.map(familyOf)), ([a, b], family) => {
        const marked = markDifferences(a, b, family);
        const [one, other] = [charactersOf(marked.a), charactersOf(marked.b)];
        expect([read(one), read(other)]).toEqual([a, b]);
        if (chunkAddress(a, family).prefix !== chunkAddress(b, family).prefix) return;
        const same = [one, other].map((all) => read(all.filter(({ differs }) => !differs)).toLowerCase());
        expect(same[0]).toBe(same[1]);
        if (one.length !== other.length) return;
        expect(one.map(({ differs }) => differs)).toEqual(other.map(({ differs }) => differs));
        expect(one.filter((own, place) => own.differs && own.text === other[place]?.text)).toEqual([]);
      }),
      { numRuns: runs(1) },
    );
  });
});

describe('chunkAddress', () => {
  it.each<[AddressFamily | undefined, string, string, string]>([
    ['evm', '0x52908400098527886E0F7030069857D2E4169EE7', '0x', '5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7'],
    [
      'bitcoin',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1',
      'qw50 8d6q ejxt dg4y 5r3z arva ry0c 5xw7 kv8f 3t4',
    ],
    ['bitcoin', '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', '', '1BpE i6Df DAUF d7Gt ittL SdBe YJvc oaVg gu'],
    [
      'bitcoin-cash',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      'bitcoincash:',
      'qpm2 qszn hks2 3z76 29mm s6s4 cwef 74vc wvy2 2gdx 6a',
    ],
    [
      'stellar',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
      '',
      'GA7Q YNF7 SOWQ 3GLR 2BGM ZEHX AVIR ZA4K VWLT JJFC 7MGX UA74 P7UJ VSGZ',
    ],
    ['dogecoin', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD', '', 'DBXu 2kgc 3xtv CUWF cxFE 3r9h EYgm uaaC yD'],
    [
      'sui',
      '0xa2d14fad60c56049ecf75246a481934691214ce413e6a8ae2fe6834c173a6133',
      '0x',
      'a2d1 4fad 60c5 6049 ecf7 5246 a481 9346 9121 4ce4 13e6 a8ae 2fe6 834c 173a 6133',
    ],
    [undefined, '0xabcdef', '0x', 'abcd ef'],
    ['evm', '', '', ''],
  ])('%s: %s', (family, address, prefix, chunks) => {
    expect(chunkAddress(address, family)).toEqual({
      prefix,
      chunks: chunks.split(' ').filter((chunk) => chunk !== ''),
    });
  });
});
