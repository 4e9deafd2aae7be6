import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFolders, checkStructure } from '@/scripts/architecture/check';
import { findCycles, listSources, toFolderGraph } from '@/scripts/architecture/graph';
import { checkFile, checkPlace, checkRooms } from '@/scripts/architecture/rules';

const root = path.resolve(import.meta.dirname, '../..');

describe('the structure of the tree', () => {
  it('has no violation', () => {
    expect(listSources(root).length).toBeGreaterThan(100);
    expect(checkStructure(root)).toEqual([]);
  });
});

describe('import cycles', () => {
  it('are found at any length, and once each', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', ['e']],
      ['e', ['d']],
      ['f', ['a', 'f']],
      ['g', []],
    ]);
    expect(findCycles(graph)).toEqual([['d', 'e'], ['a', 'b', 'c'], ['f']]);
  });

  it('are found between folders, whichever files make them; composition roots do not count', () => {
    const graph = new Map([
      ['lib/server/start', ['lib/server/sends/claim/claim']],
      ['lib/server/sends/claim/claim', ['lib/server/requests/load', 'lib/server/sends/record']],
      ['lib/server/requests/lists/read', ['lib/server/sends/stop', 'lib/server/start']],
      ['lib/server/mirror/sync/store', ['lib/server/sends/claim/claim', 'lib/result']],
    ]);
    const folders = toFolderGraph(graph, 'lib/server/');
    expect(findCycles(folders)).toEqual([['requests', 'sends']]);
  });

  it('are named as pairs of folders; a longer circle only where it has no pair', () => {
    const graph = new Map([
      ['lib/requests/view', ['lib/policy/rules', 'lib/sends/hold']],
      ['lib/policy/facts', ['lib/requests/list/entry', 'lib/result']],
      ['lib/sends/steps', ['lib/policy/rules']],
      ['lib/money/amounts', ['lib/text/locale']],
      ['lib/text/csv', ['lib/time/day']],
      ['lib/time/zones', ['lib/money/amounts']],
      ['lib/server/requests/list', ['lib/requests/view']],
    ]);
    expect(checkFolders(graph, 'lib/')).toEqual([
      'lib/policy and lib/requests import each other',
      'These folders of lib/ import each other in a circle: money, text, time',
    ]);
  });
});

describe('the place of a file', () => {
  it.each([
    ['lib/amounts.ts', ['lib/amounts.ts lies in the root of lib; give it the folder of its domain']],
    ['components/list.tsx', ['components/list.tsx lies in the root of components; give it the folder of its domain']],
    ['lib/server/log.ts', ['lib/server/log.ts lies in the root of lib/server; give it the folder of its domain']],
    ['lib/result.ts', []],
    ['lib/server/start.ts', []],
    ['lib/money/amounts.ts', []],
  ])('%s', (file, violations) => {
    expect(checkPlace(file)).toEqual(violations);
  });
});

it('a folder has at most twenty sources; tests do not count', () => {
  const files = Array.from({ length: 20 }, (_, index) => `lib/money/a${index}.ts`);
  expect(checkRooms([...files, 'lib/money/a1.test.ts'])).toEqual([]);
  expect(checkRooms([...files, 'lib/money/b.ts'])).toEqual(['lib/money has 21 files; give it folders of at most 20']);
});

describe('who may import whom', () => {
  it.each([
    [
      'app/page.tsx',
      `import { pool } from '@/lib/server/database/client';`,
      'app/page.tsx may not import lib/server/database/client',
    ],
    [
      'app/page.tsx',
      `import { send } from '../lib/server/transfer-service/http';`,
      'app/page.tsx may not import lib/server/transfer-service/http',
    ],
    [
      'components/list.tsx',
      `import type { A } from '@/lib/server/config/environment';`,
      'components/list.tsx may not import lib/server/config/environment',
    ],
    [
      'components/ui/button.tsx',
      `export * from '@/lib/identity/roles';`,
      'components/ui/button.tsx may not import lib/identity/roles',
    ],
    [
      'lib/money/amounts.ts',
      `const later = import('../server/config/settings');`,
      'lib/money/amounts.ts may not import lib/server/config/settings',
    ],
    ['lib/money/amounts.ts', `type A = import('@/app/page').A;`, 'lib/money/amounts.ts may not import app/page'],
    [
      'lib/server/a.ts',
      `import 'server-only'; import { b } from '@/sandbox/server';`,
      'lib/server/a.ts may not import sandbox/server',
    ],
    [
      'lib/server/a.ts',
      `import { z } from 'zod'; import 'server-only';`,
      `lib/server/a.ts does not start with import 'server-only'`,
    ],
    [
      'sandbox/a.ts',
      `import { a } from '@/lib/server/observability/log';`,
      'sandbox/a.ts may not import lib/server/observability/log',
    ],
    [
      'lib/server/requests/votes/decide.ts',
      `import 'server-only'; import { allowReplica } from '@/lib/server/database/replicas/allow-replica';`,
      'lib/server/requests/votes/decide.ts lets a replica answer, which what is decided may not',
    ],
    ['lib/money/amounts.ts', `const port = process.env['PORT'];`, 'lib/money/amounts.ts reads process.env'],
    [
      'lib/a.test.ts',
      `vi.mock('@/lib/b', () => ({}));`,
      'lib/a.test.ts replaces a module; give what it needs, or spy on one function',
    ],
    ['lib/utils.ts', ``, 'lib/utils.ts has a name that does not describe its content'],
    ['components/index.ts', ``, 'components/index.ts has a name that does not describe its content'],
    ['lib/a/b.ts', `\n// ${'x'.repeat(120)}`, 'lib/a/b.ts:2 is a comment of more than 120 columns'],
    ['elsewhere/a.ts', ``, 'elsewhere/a.ts lies in no area that the rules cover'],
  ])('is checked: %s with %s', (file, text, violation) => {
    expect(checkFile(file, text)).toEqual([violation]);
  });

  it('lets through what the rules allow', () => {
    expect(
      checkFile(
        'app/page.tsx',
        `import { a } from '@/lib/server/config/environment';
         import { b } from '@/components/ui/button';
         import { c } from 'next';`,
      ),
    ).toEqual([]);
    expect(
      checkFile('lib/server/a.ts', `import 'server-only'; import { b } from '@/lib/server/database/client';`),
    ).toEqual([]);
  });
});
