import type { Registry } from '@/lib/networks/assets';
import { resolveNetwork } from '@/lib/networks/networks';
import { joinList } from '@/lib/text/join-list';
import { isSameId } from '@/lib/text/uuid';
import type { BeneficiaryMode } from '@/lib/withdrawals/beneficiary-form';

/** What a withdrawal may name: the registry in force, what the service takes, and the assets of the policy. */
export interface Sendable extends Registry {
  /** Networks that the configuration of the service has: those of its interface and TRANSFER_SERVICE_NETWORKS. */
  serviceNetworks: readonly string[];
  /** Assets that a rule of the policy in force names. */
  policyAssets: readonly string[];
  /** Whether withdrawals carry a beneficiary, by the configuration. */
  beneficiary: BeneficiaryMode;
  /** True where the service gives guaranteed fees. */
  quotesFees: boolean;
  /** Whether the service answers what a profile has available, by the configuration. */
  hasBalances: boolean;
}

/**
 * Explains why no withdrawal leaves on a network: it needs the configuration of the service and the registry. Says
 * which is missing (docs/decisions/0066-the-form-offers-what-the-server-allows.md); undefined where neither is.
 */
export function explainMissingNetwork(
  { networks, serviceNetworks }: Pick<Sendable, 'networks' | 'serviceNetworks'>,
  networkId: string,
): string | undefined {
  const isListed = networks.some(({ id }) => id === networkId);
  const missing = [
    ...(serviceNetworks.includes(networkId) ? [] : ['the configuration (TRANSFER_SERVICE_NETWORKS)']),
    ...(isListed ? [] : ['the page “Assets and networks”']),
  ];
  if (missing.length === 0) return undefined;
  return (
    `No withdrawal leaves on ${resolveNetwork(networkId, networks).label}: ${joinList(missing)} ` +
    `${missing.length === 1 ? 'does' : 'do'} not have it.`
  );
}

/** Explains why an asset does not leave on a network: the network is missing, or does not have the asset. */
export function explainRefusedNetwork(
  sendable: Omit<Sendable, 'policyAssets'>,
  ticker: string,
  networkId: string,
): string | undefined {
  if (networkId === '') return undefined;
  const missing = explainMissingNetwork(sendable, networkId);
  return missing === undefined
    ? explainUnlistedNetwork(sendable, ticker, networkId)
    : `${missing} Choose another network, or ask an administrator to add it.`;
}

/** Explains why no withdrawal of an asset leaves: neither the registry nor a rule of the policy names it. */
export function explainMissingAsset(
  { assets, policyAssets }: Pick<Sendable, 'assets' | 'policyAssets'>,
  ticker: string,
): string | undefined {
  if (ticker === '') return undefined;
  const isKnown =
    assets.some((asset) => asset.ticker === ticker) || policyAssets.some((named) => isSameId(named, ticker));
  return isKnown
    ? undefined
    : `${ticker} is not on the page “Assets and networks”, and no rule of the policy names it. ` +
        'Check the ticker, or ask an administrator to add the asset.';
}

/** Lists the assets of the registry that are sent on one of these networks, and the others, each in its order. */
export function listAssetsFor(
  { assets }: Pick<Sendable, 'assets'>,
  networkIds: readonly string[],
): Record<'fitting' | 'others', string[]> {
  const isSent = (asset: Registry['assets'][number]) => asset.networks.some((id) => networkIds.includes(id));
  const tickersOf = (some: typeof assets) => some.map(({ ticker }) => ticker);
  return {
    fitting: tickersOf(assets.filter(isSent)),
    others: tickersOf(assets.filter((asset) => !isSent(asset))),
  };
}

/**
 * Explains why an asset is wrong for an address: the registry sends it on none of the networks that the address may be
 * on (`possible`), among them the chosen one. Undefined where another network or address may be meant.
 */
export function explainWrongAsset(
  registry: Omit<Sendable, 'policyAssets'>,
  { ticker, network: networkId, possible }: { ticker: string; network: string; possible: readonly string[] },
): string | undefined {
  const asset = registry.assets.find((known) => known.ticker === ticker);
  const network = registry.networks.find(({ id }) => id === networkId);
  const isElsewhere = asset?.networks.some((id) => possible.includes(id)) === true;
  if (!asset || !network || !possible.includes(networkId) || isElsewhere) return undefined;
  if (explainMissingNetwork(registry, networkId) !== undefined) return undefined;
  const [only, ...more] = listAssetsFor(registry, [networkId]).fitting;
  return only !== undefined && more.length === 0
    ? `Only ${only} is sent on ${network.label}.`
    : `${ticker} is not sent on ${network.label}.`;
}

/**
 * Explains why an asset cannot be sent on a network: the registry has both and does not list them together
 * (docs/decisions/0066-the-form-offers-what-the-server-allows.md). Undefined where it lists them, or lacks one of the
 * two.
 */
function explainUnlistedNetwork({ assets, networks }: Registry, ticker: string, networkId: string): string | undefined {
  const asset = assets.find((known) => known.ticker === ticker);
  const network = networks.find(({ id }) => id === networkId);
  if (!asset || !network || asset.networks.includes(networkId)) return undefined;
  const labels = asset.networks.map((id) => resolveNetwork(id, networks).label);
  return (
    `${ticker} is not sent on ${network.label}. Choose ${joinList(labels, 'or')}, ` +
    'or ask an administrator to change the page “Assets and networks”.'
  );
}
