import { describe, expect, it } from 'vitest';
import {
  explainMissingAsset,
  explainRefusedNetwork,
  explainWrongAsset,
  listAssetsFor,
} from '@/lib/withdrawals/sendable';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';

describe('an asset on a network', () => {
  const ADDED = { id: 'AVALANCHE', label: 'Avalanche' };
  const WITH_AVALANCHE = { ...DEFAULT_SENDABLE, networks: [...DEFAULT_SENDABLE.networks, ADDED] };

  it.each<[string, string, typeof DEFAULT_SENDABLE, string | undefined]>([
    ['USDC', 'BASE', DEFAULT_SENDABLE, undefined],
    ['BTC', 'ETHEREUM', DEFAULT_SENDABLE, 'BTC is not sent on Ethereum. Choose Bitcoin, or ask'],
    ['USDC', 'INK', DEFAULT_SENDABLE, 'USDC is not sent on Ink. Choose Ethereum, Base, Polygon PoS or Solana, or ask'],
    ['DOGE', 'ETHEREUM', DEFAULT_SENDABLE, undefined],
    ['BTC', '', DEFAULT_SENDABLE, undefined],
    ['', 'ETHEREUM', DEFAULT_SENDABLE, undefined],
    ['BTC', 'TRON', DEFAULT_SENDABLE, 'TRANSFER_SERVICE_NETWORKS) and the page “Assets and networks” do not have it'],
    [
      'BTC',
      'AVALANCHE',
      WITH_AVALANCHE,
      'on Avalanche: the configuration (TRANSFER_SERVICE_NETWORKS) does not have it',
    ],
    [
      'BTC',
      'AVALANCHE',
      { ...DEFAULT_SENDABLE, serviceNetworks: ['AVALANCHE'] },
      'on Avalanche: the page “Assets and networks” does not have it',
    ],
    ['ZZZ', 'AVALANCHE', { ...WITH_AVALANCHE, serviceNetworks: ['AVALANCHE'] }, undefined],
  ])('%s on %s is refused where the network or the pair is missing', (ticker, network, sendable, explanation) => {
    const said = explainRefusedNetwork(sendable, ticker, network);
    if (explanation === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(explanation);
  });

  it('is refused where neither the registry nor the policy names the asset', () => {
    expect(explainMissingAsset(DEFAULT_SENDABLE, 'ETH')).toBeUndefined();
    expect(explainMissingAsset(DEFAULT_SENDABLE, '')).toBeUndefined();
    expect(explainMissingAsset(DEFAULT_SENDABLE, 'ZZZ')).toContain('ZZZ is not on the page');
    expect(explainMissingAsset({ ...DEFAULT_SENDABLE, policyAssets: ['zzz'] }, 'ZZZ')).toBeUndefined();
  });

  it.each<[string, string, string[], string | undefined]>([
    ['PYUSD', 'BITCOIN', ['BITCOIN'], 'Only BTC is sent on Bitcoin.'],
    ['BTC', 'SOLANA', ['SOLANA'], 'BTC is not sent on Solana.'],
    // Another network of the address, another address, or an asset that nothing is known of may be meant.
    ['USDC', 'INK', ['INK', 'BASE'], undefined],
    ['PYUSD', 'BITCOIN', ['ETHEREUM'], undefined],
    ['XYZ', 'BITCOIN', ['BITCOIN'], undefined],
  ])('%s on %s is wrong for an address on %j: %s', (ticker, network, possible, said) => {
    expect(explainWrongAsset(DEFAULT_SENDABLE, { ticker, network, possible })).toBe(said);
  });

  it('is among those that an address can get', () => {
    expect(listAssetsFor(DEFAULT_SENDABLE, ['BASE', 'INK']).fitting).toEqual(['USDC', 'USDG']);
  });
});
