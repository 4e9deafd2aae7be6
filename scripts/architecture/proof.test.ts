import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { listSources, readImportGraph } from '@/scripts/architecture/graph';
import { readSource } from '@/scripts/architecture/imports';

const root = path.resolve(import.meta.dirname, '../..');
// Packages that run in a page as well. Cryptography is WebCrypto's (docs/decisions/0034-a-decision-is-a-signature.md).
// What is of @noble checks addresses, in the form whose type the body of a withdrawal names.
const PACKAGES = [
  '@noble/curves/abstract/modular.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/sha3.js',
  '@noble/hashes/utils.js',
  '@scure/base',
  'canonicalize',
  'decimal.js',
  'zod',
];

it('lib/proof reaches neither database, Next nor Node, also through what it imports', () => {
  const files = listSources(root).filter((file) => file.startsWith('lib/'));
  const graph = readImportGraph(root, files);
  const reached = new Set([...graph.keys()].filter((name) => name.startsWith('lib/proof/')));
  for (const name of reached) for (const target of graph.get(name) ?? []) reached.add(target);
  const packages = files
    .filter((file) => reached.has(file.replace(/\.tsx?$/, '')))
    .flatMap((file) => readSource(file, readFileSync(path.join(root, file), 'utf8')).imports)
    .filter((name) => !graph.has(name));
  expect(reached.size).toBeGreaterThan(20);
  expect([...reached].filter((name) => name.startsWith('lib/server/'))).toEqual([]);
  expect([...new Set(packages)].toSorted()).toEqual(PACKAGES);
});
