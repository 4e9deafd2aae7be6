import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainNotNamed, findNetworkNamed, networkOfCoin } from '@/lib/networks/find-named';
import { DEFINITIONS, KNOWN_NETWORKS, NETWORKS } from '@/lib/networks/networks';

const find = (written: string) => findNetworkNamed(written, NETWORKS)?.id;

describe('a network is found', () => {
  it.each([
    ['ETHEREUM', 'ETHEREUM'],
    ['polygon pos', 'POLYGON_POS'],
    ['Arbitrum-One', 'ARBITRUM_ONE'],
    ['Bitcoin Mainnet', 'BITCOIN'],
    ['ethereum-mainnet', 'ETHEREUM'],
    ['1', 'ETHEREUM'],
    ['0x1', 'ETHEREUM'],
    ['0X89', 'POLYGON_POS'],
    ['eip155:1', 'ETHEREUM'],
    ['EIP155:0x2105', 'BASE'],
    ['137', 'POLYGON_POS'],
    ['8453', 'BASE'],
    ['42161', 'ARBITRUM_ONE'],
    ['0042161', 'ARBITRUM_ONE'],
    ['matic', 'POLYGON_POS'],
    ['arb1', 'ARBITRUM_ONE'],
    ['BTC', 'BITCOIN'],
    ['xlm', 'STELLAR'],
  ])('by %s', (written, id) => expect(find(written)).toBe(id));

  it('by the ID, the label and each chain of its definition', () => {
    for (const { network, chain } of DEFINITIONS)
      for (const name of [
        network.id,
        network.label,
        ...(chain ? [String(chain.id), `0x${chain.id.toString(16)}`, `eip155:${chain.id}`, ...chain.names] : []),
      ])
        expect([name, findNetworkNamed(name, KNOWN_NETWORKS)?.id]).toEqual([name, network.id]);
  });

  it('by the label that a registry gave it, before any other name', () => {
    const own = [{ id: 'OURS', label: 'ETH' }, ...NETWORKS];
    expect(findNetworkNamed('eth', own)?.id).toBe('OURS');
  });
});

describe('no network is found', () => {
  it.each([
    '',
    ' ',
    '-',
    'Mainnet',
    '10',
    '0x',
    'eip155:',
    'eip155',
    '1.0',
    '-1',
    'Ethereum Classic',
    'USDC',
    'polygon zkevm',
  ])('by “%s”', (written) => expect(find(written)).toBeUndefined());

  it('where the console does not have it, which is said by its name', () => {
    expect([find('43114'), explainNotNamed('43114')]).toEqual([
      undefined,
      'Avalanche is not among the networks of this console.',
    ]);
    expect(explainNotNamed('10')).toBe('The console does not know the network “10”.');
  });

  it('other than one of those given, for any text', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.bigInt().map(String),
          fc.string().map((text) => `eip155:${text}`),
        ),
        (text) => {
          const found = findNetworkNamed(text, NETWORKS.slice(1, 3));
          expect(found === undefined || NETWORKS.slice(1, 3).some((network) => network === found)).toBe(true);
          expect(explainNotNamed(text)).toMatch(/\.$/);
        },
      ),
    ));
});

it('the network of an asset is known only for a coin that is on no other', () => {
  expect(['btc', ' LTC', 'SOL', 'XLM'].map(networkOfCoin)).toEqual(['BITCOIN', 'LITECOIN', 'SOLANA', 'STELLAR']);
  expect(['USDC', 'ETH', 'PYUSD', 'POL', ''].map(networkOfCoin)).toEqual(Array.from({ length: 5 }));
});
