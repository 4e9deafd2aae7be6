import type { Directory } from '@/lib/networks/assets';
import { type DirectoryFact, factsOfAsset, factsOfNetwork, labelIn } from '@/lib/networks/describe-registry';

/** What becomes of an asset or a network from one table to the next. */
export interface DirectoryChange {
  kind: 'added' | 'removed' | 'changed';
  what: 'asset' | 'network';
  name: string;
  /** Of what was changed, the members that were; else all of them. */
  facts: { name: string; before: string | null; after: string | null }[];
}

/** Compares two tables: assets first, each in the new one's order, then what is gone. Order alone is no change. */
export function compareDirectories(before: Directory, after: Directory): DirectoryChange[] {
  return [
    ...compare('asset', assetsOf(before), assetsOf(after)),
    ...compare('network', networksOf(before), networksOf(after)),
  ];
}

const assetsOf = (directory: Directory): Table =>
  new Map(directory.assets.map((asset) => [asset.ticker, factsOfAsset(asset, labelIn(directory))]));
const networksOf = ({ networks }: Directory): Table =>
  new Map(networks.map((network) => [network.id, factsOfNetwork(network)]));

type Table = Map<string, DirectoryFact[]>;

function compare(what: DirectoryChange['what'], before: Table, after: Table): DirectoryChange[] {
  const changes: DirectoryChange[] = [];
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
