import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkFile } from '@/scripts/architecture/rules';

const root = path.resolve(import.meta.dirname, '../..');
const SOURCE = /\.(?:tsx?|mjs)$/;
const ROOMS = ['app', 'bench', 'components', 'e2e', 'lib', 'sandbox', 'scripts', 'server'];

const files = [
  ...readdirSync(root).filter((name) => SOURCE.test(name) && name !== 'next-env.d.ts'),
  ...ROOMS.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => `${room}/${name}`),
  ),
].filter((file) => SOURCE.test(file));

describe('who may import whom', () => {
  it('holds in every file', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => checkFile(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  });

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
    ['lib/money/amounts.ts', `const port = process.env['PORT'];`, 'lib/money/amounts.ts reads process.env'],
    ['lib/utils.ts', ``, 'lib/utils.ts has a name that says nothing'],
    ['components/index.ts', ``, 'components/index.ts has a name that says nothing'],
    ['elsewhere/a.ts', ``, 'elsewhere/a.ts lies in no room that the rules know'],
  ])('is checked: %s with %s', (file, text, fault) => {
    expect(checkFile(file, text)).toEqual([fault]);
  });

  it('lets through what the rules allow', () => {
    expect(
      checkFile(
        'app/page.tsx',
        `import { a } from '@/lib/server/config/environment'; import { b } from '@/components/ui/button'; import { c } from 'next';`,
      ),
    ).toEqual([]);
    expect(
      checkFile('lib/server/a.ts', `import 'server-only'; import { b } from '@/lib/server/database/client';`),
    ).toEqual([]);
  });
});
