import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check-address';
import {
  DEFINITIONS,
  explorerAddressUrl,
  explorerTransactionUrl,
  findNetwork,
  FURTHER_NETWORK_IDS,
  KNOWN_NETWORKS,
  NETWORK_IDS,
  networkLabel,
  resolveNetwork,
} from '@/lib/networks/networks';
import { isMemoInKey, recipientKey } from '@/lib/recipients/recipients';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { SeededRandom } from '@/sandbox/random';

const unique = (values: readonly unknown[]) => new Set(values).size === values.length;

describe('the definitions of networks', () => {
  it('begin with the eleven of the interface, in its order, and share no ID, label, scheme, chain or explorer', () => {
    // docs/specification/service-interface.md#withdrawal-request
    expect(NETWORK_IDS.join(', ')).toBe(
      'BITCOIN, ETHEREUM, BITCOIN_CASH, LITECOIN, SOLANA, POLYGON_POS, BASE, ARBITRUM_ONE, STELLAR, INK, XLAYER',
    );
    expect(KNOWN_NETWORKS.map(({ id }) => id)).toEqual([...NETWORK_IDS, ...FURTHER_NETWORK_IDS]);
    const chains = DEFINITIONS.flatMap(({ chain }) => chain ?? []);
    for (const values of [
      ...(['id', 'label', 'explorerAddress', 'explorerTransaction'] as const).map((name) =>
        KNOWN_NETWORKS.map((network) => network[name]),
      ),
      DEFINITIONS.flatMap(({ coin }) => coin?.ticker ?? []),
      DEFINITIONS.flatMap(({ scheme }) => scheme ?? []),
      chains.map(({ id }) => id),
      chains.flatMap(({ names }) => names),
    ])
      expect({ values, isUnique: unique(values) }).toEqual({ values, isUnique: true });
  });

  it.each(KNOWN_NETWORKS.map(({ id }) => id))('%s has checked addresses and an explorer for them', (id) => {
    const address = generateAddress(id, new SeededRandom(11));
    expect(checkAddress(address, findNetwork(id))).toMatchObject({ state: 'valid' });
    expect(explorerAddressUrl(id, address)).toContain(address);
    expect(explorerTransactionUrl(id, 'ab'.repeat(32))).toContain('ab'.repeat(32));
  });

  it('name a network that is off, and never take an unknown one for another', () => {
    expect(networkLabel('SUI')).toBe('Sui');
    for (const id of ['TRON', 'sui', 'SUI ', '', 'toString']) {
      expect([findNetwork(id), networkLabel(id)]).toEqual([undefined, id]);
      expect(explorerTransactionUrl(id, 'ab'.repeat(32))).toBeUndefined();
    }
  });

  it('give way to a registry', () => {
    const own = { id: 'SUI', label: 'Our Sui' };
    expect(resolveNetwork('SUI', [own])).toEqual(own);
    expect(resolveNetwork('SUI', [])).toEqual(findNetwork('SUI'));
    expect(resolveNetwork('TRON', [own])).toEqual({ id: 'TRON', label: 'TRON' });
  });
});

// What release 1.0.0 stored, when no network beyond those of the interface had a definition.
const earlierKey = (network: string, address: string, memo?: string) => {
  const normal = /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
  return JSON.stringify([network, normal, ...(memo === undefined ? [] : [memo])]);
};

// docs/decisions/0078-networks-are-definitions.md
describe('the key of a recipient beyond the networks of the interface', () => {
  const anId = fc.constantFrom(...FURTHER_NETWORK_IDS, 'TRON');
  const anAddress = fc.oneof(
    fc.constantFrom(
      ...KNOWN_NETWORKS.flatMap(({ id }) => [1, 2, 3].map((seed) => generateAddress(id, new SeededRandom(seed)))),
    ),
    fc.string({ maxLength: 70 }),
  );
  const anySpelling = fc
    .tuple(anAddress, fc.nat({ max: 2 }))
    .map(([address, how]) => [address, address.toLowerCase(), address.toUpperCase()][how] ?? '');

  it('is the one that release 1.0.0 stored, for any address and memo', () => {
    fc.assert(
      fc.property(
        anId,
        anySpelling,
        fc.option(fc.string({ maxLength: 5 }), { nil: undefined }),
        (id, address, memo) => {
          const body = { crypto_network: id, destination_address: address, ...(memo !== undefined && { memo }) };
          expect(recipientKey(body)).toBe(earlierKey(id, address, memo));
          expect(isMemoInKey(id)).toBe(true);
        },
      ),
    );
  });

  it('is the same for every spelling that the check of addresses takes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FURTHER_NETWORK_IDS), anySpelling, (id, address) => {
        const verdict = checkAddress(address, findNetwork(id));
        if (verdict.state !== 'valid') return;
        const keys = [address, verdict.normal].map((spelling) =>
          recipientKey({ crypto_network: id, destination_address: spelling }),
        );
        expect(new Set(keys).size).toBe(1);
      }),
    );
  });
});
