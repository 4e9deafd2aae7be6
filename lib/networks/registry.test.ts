import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSETS, explainExtraDecimals, DEFAULT_REGISTRY, type Registry } from '@/lib/networks/assets';
import { registrySchema } from '@/lib/networks/registry';
import { compareRegistries } from '@/lib/networks/registry-changes';
import { registryFormSchema, toRegistry, toRegistryForm } from '@/lib/networks/registry-form';
import { ADDRESS_FAMILIES, NETWORKS } from '@/lib/networks/networks';

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

  it('has no other assets, and states only what the service states', () => {
    expect(ASSETS).toHaveLength(13);
    expect(ASSETS.filter(({ decimals }) => decimals !== undefined)).toEqual([
      expect.objectContaining({ ticker: 'ETH', decimals: 18 }),
    ]);
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
    ['half a decimal', { assets: [{ ticker: 'X', networks: ['ETHEREUM'], decimals: 0.5 }] }],
    ['a ticker with a space', { assets: [{ ticker: 'X Y', networks: ['ETHEREUM'] }] }],
    ['a network in small letters', { networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, id: 'avalanche' }] }],
    ['an unknown address family', { networks: [...DEFAULT_REGISTRY.networks, { ...AVALANCHE, family: 'dogecoin' }] }],
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
        fc.record({ ticker: fc.stringMatching(/^[A-Z]{2,5}$/), decimals: optional(fc.integer({ min: 0, max: 30 })) }),
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
            assets: assets.map((asset) => ({ ...asset, networks: networks.map((network) => network.id) })),
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
    expect(issuePaths({ assets: [{ ticker: 'ETH', networks: 'ETHEREUM, MOON', decimals: '' }] })).toEqual([
      'assets.0.networks',
    ]);
    expect(issuePaths({ assets: [{ ticker: 'ETH', networks: 'ETHEREUM', decimals: '1e3' }] })).toEqual([
      'assets.0.decimals',
    ]);
    expect(issuePaths({ assets: [{ ticker: '', networks: 'ETHEREUM', decimals: '' }] })).toEqual(['assets.0.ticker']);
  });
});

describe('decimals', () => {
  const eth = { ticker: 'ETH', networks: ['ETHEREUM'], decimals: 18 };
  it.each([
    [eth, '1.123456789012345678', undefined],
    [eth, '1', undefined],
    [eth, '1.1234567890123456789', 'ETH has 18 decimals, but this amount has 19. Remove the extra digits.'],
    [{ ...eth, decimals: 0 }, '1.0', 'ETH has no decimals, but this amount has 1. Remove the extra digits.'],
    [{ ticker: 'X', networks: [] }, `1.${'1'.repeat(30)}`, undefined],
  ])('are refused beyond the stated number: %#', (asset, value, explanation) => {
    expect(explainExtraDecimals(asset, value)).toBe(explanation);
  });
});
