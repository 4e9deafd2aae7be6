import type { Registry } from '@/lib/networks/assets';
import { type RegistryFact, describeAsset, describeNetwork, networkLabelsIn } from '@/lib/networks/describe-registry';

/** Difference of an asset or a network between two registries. */
export interface RegistryChange {
  kind: 'added' | 'removed' | 'changed';
  what: 'asset' | 'network';
  name: string;
  /** The facts that differ, where changed; else all of them. Null on the side that lacks the fact. */
  facts: { name: string; before: string | null; after: string | null }[];
}

/** Compares two registries: assets first, each in the new order, then the removed ones. Order alone is no change. */
export function compareRegistries(before: Registry, after: Registry): RegistryChange[] {
  return [
    ...compare('asset', assetsOf(before), assetsOf(after)),
    ...compare('network', networksOf(before), networksOf(after)),
  ];
}

const assetsOf = (registry: Registry): Table =>
  new Map(registry.assets.map((asset) => [asset.ticker, describeAsset(asset, networkLabelsIn(registry))]));
const networksOf = ({ networks }: Registry): Table =>
  new Map(networks.map((network) => [network.id, describeNetwork(network)]));

type Table = Map<string, RegistryFact[]>;

function compare(what: RegistryChange['what'], before: Table, after: Table): RegistryChange[] {
  const changes: RegistryChange[] = [];
  for (const [name, facts] of after) {
    const old = before.get(name);
    const changed = facts
      .map(([fact, value], index) => ({ name: fact, before: old?.[index]?.[1] ?? null, after: value }))
      .filter((fact) => fact.before !== fact.after);
    if (changed.length > 0) changes.push({ kind: old ? 'changed' : 'added', what, name, facts: changed });
  }
  for (const [name, facts] of before) {
    if (!after.has(name))
      changes.push({
        kind: 'removed',
        what,
        name,
        facts: facts.map(([fact, value]) => ({ name: fact, before: value, after: null })),
      });
  }
  return changes;
}
