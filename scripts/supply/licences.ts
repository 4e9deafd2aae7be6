// Licences allowed in the product, as the lock file states them, with the reason. Each may be used and passed on inside
// a container; where a licence requires more than its text beside the copy, the reason says how that is met.
export const LICENCES: Record<string, string> = {
  MIT: 'permissive',
  'MIT-0': 'permissive, without even its text beside the copy',
  ISC: 'permissive',
  '0BSD': 'permissive',
  'BSD-3-Clause': 'permissive',
  '(MIT AND Zlib)': 'permissive, both; compression inside PDFs',
  'BlueOak-1.0.0': 'permissive',
  'Apache-2.0': 'permissive, with a grant of patents',
  'CC-BY-4.0': 'data about browsers, used while building; named as its source asks',
  'SIL OPEN FONT LICENSE': 'fonts, passed on unchanged under their own name',
  'MPL-2.0': 'used while building, unchanged; nothing of it is in the product',
  'LGPL-3.0-or-later': 'a library of its own file, unchanged and replaceable; of the image optimiser, which is off',
  'Apache-2.0 AND LGPL-3.0-or-later': 'the same, for other platforms',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT': 'the same, for other platforms',
};

/** Packages of the product that name no licence in package.json, with the licence that their LICENSE file has. */
export const LICENCE_FILES: ReadonlyMap<string, string> = new Map([['png-js', 'MIT']]);

/** The part of package-lock.json that the checks read. */
export interface Lock {
  packages: Record<
    string,
    {
      version?: string;
      license?: string;
      integrity?: string;
      resolved?: string;
      dev?: boolean;
      /** True for what another package brings within itself. */
      inBundle?: boolean;
      hasInstallScript?: boolean;
    }
  >;
}

/** Finds the product's packages whose licence is missing or not in the table. Development packages do not count. */
export function findUnknownLicences({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && !dev)
    .filter(([place, { license = LICENCE_FILES.get(nameOf(place)) }]) => !license || !Object.hasOwn(LICENCES, license))
    .map(([place, { license }]) => `${nameOf(place)}: ${license ?? 'none stated'}`);
}

/**
 * Finds packages that are not pinned by a hash of their content or that do not come from a registry. What a package
 * brings within itself is pinned with it.
 */
export function findUnpinned({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(
      ([place, { integrity, resolved, inBundle }]) =>
        place !== '' && !inBundle && (!integrity?.startsWith('sha512-') || !(resolved?.startsWith('https://') ?? true)),
    )
    .map(([place]) => nameOf(place));
}

/** Finds packages that run a script of their own when they are installed. */
export function findInstallScripts({ packages }: Lock): string[] {
  return [
    ...new Set(
      Object.entries(packages).flatMap(([place, { hasInstallScript }]) => (hasInstallScript ? [nameOf(place)] : [])),
    ),
  ];
}

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
