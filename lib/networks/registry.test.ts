import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ASSETS,
  countDecimals,
  decimalsOn,
  DEFAULT_REGISTRY,
  explainExtraDecimals,
  type Registry,
  registryWith,
} from '@/lib/networks/assets';
import { registrySchema } from '@/lib/networks/registry';
import { compareRegistries } from '@/lib/networks/registry-changes';
import { registryFormSchema, toRegistry, toRegistryForm } from '@/lib/networks/registry-form';
import { ADDRESS_FAMILIES } from '@/lib/networks/network-definition';
import { FURTHER_NETWORK_IDS, KNOWN_NETWORKS, NETWORKS } from '@/lib/networks/networks';

describe('the default registry', () => {
  // docs/specification/service-facts.md#assets-and-networks
  it.each([
    ['USDG', 'ETHEREUM INK SOLANA XLAYER'],
    ['PYUSD', 'ARBITRUM_ONE ETHEREUM POLYGON_POS SOLANA STELLAR XLAYER'],
    ['USDP', 'ETHEREUM SOLANA'],
    ['USDC', 'BASE ETHEREUM POLYGON_POS SOLANA'],
    ['BTC', 'BITCOIN'],
    ['BCH', 'BITCOIN_CASH'],
    ['LTC', 'LITECOIN'],
    ['SOL', 'SOLANA'],
    ...['ETH', 'AAVE', 'LINK', 'PAXG', 'UNI'].map((ticker) => [ticker, 'ETHEREUM']),
  ])('sends %s on %s', (ticker, networks) => {
    expect(
      ASSETS.find((asset) => asset.ticker === ticker)
        ?.networks.toSorted()
        .join(' '),
    ).toBe(networks);
  });

  it('has no other assets, states decimals for each, and durations as the service does', () => {
    expect(ASSETS).toHaveLength(13);
    expect(
      Object.fromEntries(
        ASSETS.map((asset) => [asset.ticker, asset.networks.map((network) => decimalsOn(asset, network)).join(' ')]),
      ),
    ).toEqual({
      BTC: '8',
      ETH: '18',
      SOL: '9',
      LTC: '8',
      BCH: '8',
      USDC: '6 6 6 6',
      PYUSD: '6 6 7 6 6 6',
      USDG: '6 6 6 6',
      USDP: '18 6',
      PAXG: '18',
      AAVE: '18',
      LINK: '18',
      UNI: '18',
    });
    expect(
      Object.fromEntries(
        NETWORKS.map((network) => [network.id, 'usualSeconds' in network ? network.usualSeconds : undefined]),
      ),
    ).toEqual({
      ARBITRUM_ONE: 120,
      BASE: 180,
      BITCOIN: 1800,
      BITCOIN_CASH: 9000,
      ETHEREUM: 180,
      LITECOIN: 3000,
      POLYGON_POS: 540,
      SOLANA: 16,
      STELLAR: 5,
      XLAYER: 180,
      INK: undefined,
    });
  });

  it('passes its own schema', () => {
    expect(registrySchema.parse(DEFAULT_REGISTRY)).toEqual(DEFAULT_REGISTRY);
  });

  it('has further networks that are on, with their coins, and passes its schema with all of them', () => {
    const { assets, networks } = registryWith(['SUI', 'ROBINHOOD', 'TRON']);
    expect(networks.slice(11).map(({ id }) => id)).toEqual(['ROBINHOOD', 'SUI']);
    expect(assets.slice(13)).toEqual([{ ticker: 'SUI', networks: ['SUI'], decimals: 9 }]);
    const all = registryWith(FURTHER_NETWORK_IDS);
    expect(registrySchema.parse(all)).toEqual(all);
    expect(all.networks).toEqual(KNOWN_NETWORKS);
  });
});

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const AVALANCHE = { id: 'AVALANCHE', label: 'Avalanche', family: 'evm' as const };

describe('a registry written by an administrator', () => {
  it('can have a network that the default registry does not have', () => {
    const written: Registry = {
      assets: [...DEFAULT_REGISTRY.assets, { ticker: 'AVAX', networks: ['AVALANCHE'], decimals: 18 }],
      networks: [...DEFAULT_REGISTRY.networks, AVALANCHE],
    };
    expect(registrySchema.safeParse(written).success).toBe(true);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an asset on an unlisted network', { assets: [{ ticker: 'X', networks: ['MOON'] }] }],
    ['an asset twice', { assets: [DEFAULT_REGISTRY.assets[0], DEFAULT_REGISTRY.assets[0]] }],
    ['a network twice', { networks: [...DEFAULT_REGISTRY.networks, DEFAULT_REGISTRY.networks[0]] }],
    ['no assets', { assets: [] }],
    ['31 decimals', { assets: [{ ticker: 'X', networks: ['ETHEREUM'], decimals: 31 }] }],
    [
      'decimals of a network that the asset is not sent on',
      { assets: [{ ticker: 'X', networks: ['ETHEREUM'], networkDecimals: { SOLANA: 6 } }] },
    ],
    [
      '31 decimals on one network',
      { assets: [{ ticker: 'X', networks: ['ETHEREUM'], networkDecimals: { ETHEREUM: 31 } }] },
    ],
    ['half a decimal', { assets: [{ ticker: 'X', networks: ['ETHEREUM'], decimals: 0.5 }] }],
    ['a ticker with a space', { assets: [{ ticker: 'X Y', networks: ['ETHEREUM'] }] }],
    ['a network in small letters', { networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, id: 'avalanche' }] }],
    ['an unknown address family', { networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, family: 'tron' }] }],
    [
      'a hidden character in a name',
      { networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, label: 'Ava\u202elanche' }] },
    ],
    [
      'an explorer by script',
      {
        networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, explorerTransaction: 'javascript:alert(1)//{hash}' }],
      },
    ],
    [
      'an explorer without TLS',
      {
        networks: [
          ...DEFAULT_REGISTRY.networks,
          { ...AVALANCHE, explorerTransaction: 'http://explorer.example/{hash}' },
        ],
      },
    ],
    [
      'an explorer whose host is the hash',
      { networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, explorerTransaction: 'https://{hash}.example/' }] },
    ],
    [
      'an explorer without the hash',
      { networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, explorerTransaction: 'https://explorer.example/' }] },
    ],
    [
      'an explorer with a user',
      {
        networks: [
          ...DEFAULT_REGISTRY.networks,
          { ...AVALANCHE, explorerAddress: 'https://good.example@evil.example/{address}' },
        ],
      },
    ],
    ['an unknown member', { networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, chainId: 43114 }] }],
  ])('cannot have %s', (_name, change) => {
    expect(registrySchema.safeParse({ ...DEFAULT_REGISTRY, ...change }).success).toBe(false);
  });

  const id = fc.stringMatching(/^[A-Z][A-Z0-9_]{1,8}$/);
  const table = fc
    .tuple(
      fc.uniqueArray(
        fc.record({
          id,
          label: fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,8}[a-z]$/),
          family: optional(fc.constantFrom(...ADDRESS_FAMILIES)),
          usesMemo: optional(fc.constant(true as const)),
          usualSeconds: optional(fc.integer({ min: 1, max: 604_800 })),
          explorerTransaction: optional(fc.constant('https://explorer.example/tx/{hash}')),
        }),
        { minLength: 1, maxLength: 4, selector: (network) => network.id },
      ),
      fc.uniqueArray(
        fc.record({
          ticker: fc.stringMatching(/^[A-Z]{2,5}$/),
          decimals: optional(fc.integer({ min: 0, max: 30 })),
          own: optional(fc.integer({ min: 0, max: 30 })),
        }),
        {
          minLength: 1,
          maxLength: 4,
          selector: (asset) => asset.ticker,
        },
      ),
    )
    .map(([networks, assets]) =>
      // Absent members, not undefined ones.
      registrySchema.parse(
        JSON.parse(
          JSON.stringify({
            networks,
            assets: assets.map(({ own, ...asset }) => ({
              ...asset,
              networks: networks.map((network) => network.id),
              ...(own !== undefined && { networkDecimals: { [networks[0]?.id ?? '']: own } }),
            })),
          }),
        ),
      ),
    );

  it('survives the form that shows it', () => {
    fc.assert(
      fc.property(table, (registry) => {
        const form = toRegistryForm(registry);
        expect(registryFormSchema.safeParse(form).success).toBe(true);
        expect(toRegistry(form)).toEqual(registry);
      }),
    );
    expect(toRegistry(toRegistryForm(DEFAULT_REGISTRY))).toEqual(DEFAULT_REGISTRY);
  });

  it('differs from another exactly where the changes say so', () => {
    fc.assert(
      fc.property(table, table, (before, after) => {
        const changes = compareRegistries(before, after);
        const namesOf = (kind: string, what: string) =>
          changes.filter((change) => change.kind === kind && change.what === what).map(({ name }) => name);
        const [old, now] = [before.networks.map((network) => network.id), after.networks.map((network) => network.id)];
        expect(namesOf('added', 'network')).toEqual(now.filter((each) => !old.includes(each)));
        expect(namesOf('removed', 'network')).toEqual(old.filter((each) => !now.includes(each)));
        expect(compareRegistries(after, after)).toEqual([]);
        for (const change of changes) expect(change.facts.length).toBeGreaterThan(0);
      }),
    );
  });

  it('names the field of each issue', () => {
    const form = toRegistryForm(DEFAULT_REGISTRY);
    const issuePaths = (change: Partial<typeof form>) =>
      registryFormSchema.safeParse({ ...form, ...change }).error?.issues.map(({ path }) => path.join('.'));
    expect(
      issuePaths({ assets: [{ ticker: 'ETH', networks: 'ETHEREUM, MOON', decimals: '', networkDecimals: '' }] }),
    ).toEqual(['assets.0.networks']);
    expect(
      issuePaths({ assets: [{ ticker: 'ETH', networks: 'ETHEREUM', decimals: '1e3', networkDecimals: '' }] }),
    ).toEqual(['assets.0.decimals']);
    for (const networkDecimals of ['ETHEREUM', 'ETHEREUM 6.5', 'ETHEREUM 6, ETHEREUM 7', 'SOLANA 6', 'ETHEREUM 31'])
      expect(issuePaths({ assets: [{ ticker: 'ETH', networks: 'ETHEREUM', decimals: '', networkDecimals }] })).toEqual([
        'assets.0.networkDecimals',
      ]);
    expect(issuePaths({ assets: [{ ticker: '', networks: 'ETHEREUM', decimals: '', networkDecimals: '' }] })).toEqual([
      'assets.0.ticker',
    ]);
  });
});

const REGISTRY: Registry = {
  ...DEFAULT_REGISTRY,
  assets: [
    ...DEFAULT_REGISTRY.assets,
    { ticker: 'WHOLE', networks: ['ETHEREUM'], decimals: 0 },
    { ticker: 'OPEN', networks: ['ETHEREUM'] },
  ],
};
const explain = (ticker: string, network: string, value: string) =>
  explainExtraDecimals(REGISTRY, { ticker, network, value });

describe('decimals', () => {
  it.each([
    ['ETH', 'ETHEREUM', '1.123456789012345678', undefined],
    ['ETH', 'ETHEREUM', '1', undefined],
    [
      'ETH',
      'ETHEREUM',
      '1.1234567890123456789',
      'ETH has 18 decimals, but this amount has 19. Remove the extra digits.',
    ],
    ['WHOLE', 'ETHEREUM', '1.0', undefined],
    ['WHOLE', 'ETHEREUM', '1.5', 'WHOLE has no decimals, but this amount has 1. Remove the extra digits.'],
    ['BTC', 'BITCOIN', '0.100000000000', undefined],
    ['BTC', 'BITCOIN', '0.123456789', 'BTC has 8 decimals, but this amount has 9. Remove the extra digits.'],
    ['PYUSD', 'STELLAR', '0.1234567', undefined],
    [
      'PYUSD',
      'STELLAR',
      '0.12345678',
      'PYUSD has 7 decimals on Stellar, but this amount has 8. Remove the extra digits.',
    ],
    ['PYUSD', 'ETHEREUM', '0.1234567', 'PYUSD has 6 decimals, but this amount has 7. Remove the extra digits.'],
    ['PYUSD', '', '0.1234567', 'PYUSD has 6 decimals, but this amount has 7. Remove the extra digits.'],
    ['PYUSD', 'toString', '0.1234567', 'PYUSD has 6 decimals, but this amount has 7. Remove the extra digits.'],
    ['OPEN', 'ETHEREUM', `1.${'1'.repeat(30)}`, undefined],
    ['UNKNOWN', 'ETHEREUM', `1.${'1'.repeat(30)}`, undefined],
  ])('of %s on %s: %s', (ticker, network, value, explanation) => {
    expect(explain(ticker, network, value)).toBe(explanation);
  });

  it('are counted without trailing zeros, however long the amount', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(?:0|[1-9][0-9]{0,29})$/),
        fc.stringMatching(/^(?:[0-9]{0,28}[1-9])?$/),
        fc.nat(30),
        (whole, decimals, zeros) => {
          expect(countDecimals(whole)).toBe(0);
          expect(countDecimals(`${whole}.${decimals}${'0'.repeat(zeros)}`)).toBe(decimals.length);
        },
      ),
    );
  });

  it('are refused exactly beyond the number of the asset on the network', () => {
    const pair = fc.constantFrom(
      ...REGISTRY.assets.flatMap((asset) => asset.networks.map((network) => ({ asset, network }))),
    );
    fc.assert(
      fc.property(pair, fc.stringMatching(/^[0-9]{0,29}[1-9]$/), ({ asset, network }, decimals) => {
        const allowed = decimalsOn(asset, network) ?? Infinity;
        expect(explain(asset.ticker, network, `1.${decimals}`) !== undefined).toBe(decimals.length > allowed);
      }),
    );
  });
});
