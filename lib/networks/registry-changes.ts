import type { Registry } from '@/lib/networks/assets';
import { type RegistryFact, factsOfAsset, factsOfNetwork, labelIn } from '@/lib/networks/describe-registry';

/** What becomes of an asset or a network from one table to the next. */
export interface RegistryChange {
  kind: 'added' | 'removed' | 'changed';
  what: 'asset' | 'network';
  name: string;
  /** Of what was changed, the members that were; else all of them. */
  facts: { name: string; before: string | null; after: string | null }[];
}

/** Compares two tables: assets first, each in the new one's order, then what is gone. Order alone is no change. */
export function compareRegistries(before: Registry, after: Registry): RegistryChange[] {
  return [
    ...compare('asset', assetsOf(before), assetsOf(after)),
    ...compare('network', networksOf(before), networksOf(after)),
  ];
}

const assetsOf = (directory: Registry): Table =>
  new Map(directory.assets.map((asset) => [asset.ticker, factsOfAsset(asset, labelIn(directory))]));
const networksOf = ({ networks }: Registry): Table =>
  new Map(networks.map((network) => [network.id, factsOfNetwork(network)]));

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
