import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCycles, listSources, readImportGraph, toFolderGraph } from '@/scripts/architecture/graph';
import { checkFile, checkPlace, checkRooms } from '@/scripts/architecture/rules';

/**
 * Checks the tree against the rules of docs/architecture.md: who may import whom, where files may lie, at most twenty
 * in a folder, no import cycle (types included), and no folders of lib/server or within a domain that import each other
 * in a circle. Gives a sentence for each violation.
 */
export function checkStructure(root: string): string[] {
  const files = listSources(root);
  const graph = readImportGraph(root, files);
  return [
    ...files.flatMap((file) => checkFile(file, readFileSync(path.join(root, file), 'utf8'))),
    ...files.flatMap((file) => checkPlace(file)),
    ...checkRooms(files),
    ...findCycles(graph).map((cycle) => `These files import each other in a circle: ${cycle.join(', ')}`),
    ...listParents(files).flatMap((parent) =>
      findCycles(toFolderGraph(graph, parent)).map(
        (cycle) => `These folders of ${parent} import each other: ${cycle.join(', ')}`,
      ),
    ),
  ];
}

/** Lists the folders within lib that have folders of sources, each with a slash at its end. */
function listParents(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => path.posix.dirname(path.posix.dirname(file))))]
    .filter((parent) => parent.startsWith('lib/'))
    .map((parent) => `${parent}/`);
}
