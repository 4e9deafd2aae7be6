import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readSource } from '@/scripts/architecture/imports';

/** What each node imports: files of the tree by their path without extension, or folders. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const SOURCE = /\.(?:tsx?|mjs)$/;
const FOLDERS = ['app', 'bench', 'components', 'e2e', 'lib', 'sandbox', 'scripts', 'server'];

/** Lists every source file of the tree by its path from the root, sorted. */
export function listSources(root: string): string[] {
  const inRoot = readdirSync(root).filter((name) => SOURCE.test(name) && name !== 'next-env.d.ts');
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter((file) => SOURCE.test(file));
  return [...inRoot, ...inFolders].toSorted();
}

/** Reads which file imports which, types included. Tests are left out: nothing imports them. */
export function readImportGraph(root: string, files: readonly string[]): ImportGraph {
  const names = new Map(files.map((file) => [withoutExtension(file), file]));
  return new Map(
    files
      .filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file))
      .map((file) => {
        const { imports } = readSource(file, readFileSync(path.join(root, file), 'utf8'));
        return [withoutExtension(file), [...new Set(imports)].filter((name) => names.has(name))];
      }),
  );
}

/**
 * Gives the graph of the folders directly under `parent`, such as `lib/server/`. Files that lie in `parent` itself are
 * composition roots: they may import every folder and count as none.
 */
export function toFolderGraph(graph: ImportGraph, parent: string): ImportGraph {
  const folderOf = (name: string) => {
    const [folder, ...rest] = name.startsWith(parent) ? name.slice(parent.length).split('/') : [];
    return rest.length > 0 ? folder : undefined;
  };
  const folders = new Map<string, Set<string>>();
  for (const [name, imports] of graph) {
    const from = folderOf(name);
    if (from === undefined) continue;
    const targets = folders.get(from) ?? new Set();
    folders.set(from, targets);
    for (const target of imports.map(folderOf)) if (target !== undefined && target !== from) targets.add(target);
  }
  return new Map([...folders].map(([folder, targets]) => [folder, [...targets]]));
}

/** Finds every two nodes that import each other, each pair sorted. */
export function findPairs(graph: ImportGraph): string[][] {
  return [...graph].flatMap(([node, targets]) =>
    targets.filter((target) => node < target && graph.get(target)?.includes(node)).map((target) => [node, target]),
  );
}

/**
 * Finds every group of nodes that import each other in a circle, each group sorted; none in a tree without cycles.
 * Strongly connected components by Tarjan's algorithm (https://doi.org/10.1137/0201010).
 */
export function findCycles(graph: ImportGraph): string[][] {
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): number => {
    const index = indexes.size;
    indexes.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!indexes.has(target)) lowest.set(node, Math.min(lowest.get(node) ?? index, visit(target)));
      else if (stack.includes(target))
        lowest.set(node, Math.min(lowest.get(node) ?? index, indexes.get(target) ?? index));
    }
    if (lowest.get(node) === index) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1 || graph.get(node)?.includes(node)) cycles.push(group.toSorted());
    }
    return lowest.get(node) ?? index;
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles;
}

function withoutExtension(file: string): string {
  return file.replace(SOURCE, '');
}
