import { describe, expect, it } from 'vitest';
import { NETWORKS } from '@/lib/networks/networks';
import { readDestination } from '@/lib/sheets/read-destination';

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const BECH32 = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const read = (network: string, address: string, asset?: string) => {
  const found = readDestination({ network, address, ...(asset !== undefined && { asset }) }, NETWORKS);
  return [found.network, found.named, found.address];
};

describe('the network of a row', () => {
  it.each([
    ['eth', 'ETHEREUM'],
    ['matic', 'POLYGON_POS'],
    ['BASE', 'BASE'],
    ['arb1', 'ARBITRUM_ONE'],
    ['eip155:1', 'ETHEREUM'],
    ['eip155:137', 'POLYGON_POS'],
  ])('comes from the front of the address %s:0x…', (prefix, id) =>
    expect(read('', `${prefix}:${EVM}`)).toEqual([id, prefix, EVM]),
  );

  it('comes from its own cell, which may repeat what the address says', () => {
    expect(read('0x1', EVM)).toEqual(['ETHEREUM', '0x1', EVM]);
    expect(read('Ethereum', `eip155:1:${EVM}`)).toEqual(['ETHEREUM', 'Ethereum', EVM]);
  });

  it('is left to a person where cell and address say different ones', () => {
    for (const prefix of ['eth', 'eip155:1', 'oeth'])
      expect(read('Polygon PoS', `${prefix}:${EVM}`)).toEqual(['POLYGON_POS', 'Polygon PoS', `${prefix}:${EVM}`]);
  });

  it('is unknown where the console does not have the one that is named', () => {
    expect(read('', `oeth:${EVM}`)).toEqual([undefined, 'oeth', EVM]);
    expect(read('10', EVM)).toEqual([undefined, '10', EVM]);
    expect(read('', `eip155:43114:${EVM}`)).toEqual([undefined, 'eip155:43114', EVM]);
  });

  it('comes from an asset that is the coin of one network, and from no other', () => {
    expect(read('', BECH32, 'btc')).toEqual(['BITCOIN', 'BITCOIN', BECH32]);
    expect(read('', EVM, 'USDC')).toEqual(['', '', EVM]);
    expect(read('Ethereum', EVM, 'BTC')).toEqual(['ETHEREUM', 'Ethereum', EVM]);
    expect(read('', `eth:${EVM}`, 'BTC')).toEqual(['ETHEREUM', 'eth', EVM]);
  });

  it.each([`ethereum:${EVM}`, `eth:${EVM}?value=1`, `eth:${EVM.slice(0, -1)}`, `bitcoin:${BECH32}`, BECH32, ''])(
    'is not taken from %s, which stays as it is',
    (address) => expect(read('', address)).toEqual(['', '', address]),
  );
});
