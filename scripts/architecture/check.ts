import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  findCycles,
  findPairs,
  type ImportGraph,
  listSources,
  readImportGraph,
  toFolderGraph,
} from '@/scripts/architecture/graph';
import { checkFile, checkPlace, checkRooms } from '@/scripts/architecture/rules';

/**
 * Checks the tree against the rules of docs/architecture.md: who may import whom, where files may lie, at most twenty
 * in a folder, no import cycle (types included), and no folders beside each other in lib or components that import each
 * other, directly or in a circle. Gives a sentence for each violation.
 */
export function checkStructure(root: string): string[] {
  const files = listSources(root);
  const graph = readImportGraph(root, files);
  return [
    ...files.flatMap((file) => checkFile(file, readFileSync(path.join(root, file), 'utf8'))),
    ...files.flatMap((file) => checkPlace(file)),
    ...checkRooms(files),
    ...findCycles(graph).map((cycle) => `These files import each other in a circle: ${cycle.join(', ')}`),
    ...listParents(files).flatMap((parent) => checkFolders(graph, parent)),
  ];
}

/**
 * Checks the folders directly under `parent`, such as `lib/`: none import each other, directly or in a circle. A circle
 * is named only where no two of its folders import each other, since these show what to change.
 */
export function checkFolders(graph: ImportGraph, parent: string): string[] {
  const folders = toFolderGraph(graph, parent);
  const pairs = findPairs(folders);
  const circles = findCycles(folders).filter((circle) => !pairs.some(([one = '']) => circle.includes(one)));
  return [
    ...pairs.map(([one, other]) => `${parent}${one} and ${parent}${other} import each other`),
    ...circles.map((circle) => `These folders of ${parent} import each other in a circle: ${circle.join(', ')}`),
  ];
}

/** Lists the folders of lib and components that have folders of sources, each with a slash at its end. */
function listParents(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => path.posix.dirname(path.posix.dirname(file))))]
    .filter((parent) => /^(?:lib|components)(?:\/|$)/.test(parent))
    .map((parent) => `${parent}/`);
}
