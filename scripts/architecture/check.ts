import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCycles, listSources, readImportGraph, toFolderGraph } from '@/scripts/architecture/graph';
import { checkFile, checkPlace } from '@/scripts/architecture/rules';

/**
 * Checks the tree against the rules of docs/architecture.md: who may import whom, where files may lie, no import cycle
 * (types included), and no folders of lib/server that import each other in a circle. Gives a sentence for each
 * violation.
 */
export function checkStructure(root: string): string[] {
  const files = listSources(root);
  const graph = readImportGraph(root, files);
  return [
    ...files.flatMap((file) => checkFile(file, readFileSync(path.join(root, file), 'utf8'))),
    ...files.flatMap((file) => checkPlace(file)),
    ...findCycles(graph).map((cycle) => `These files import each other in a circle: ${cycle.join(', ')}`),
    ...findCycles(toFolderGraph(graph, 'lib/server/')).map(
      (cycle) => `These folders of lib/server import each other: ${cycle.join(', ')}`,
    ),
  ];
}
