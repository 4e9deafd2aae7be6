import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Lists the directories of a package and of all that it depends on: server/pdf-worker.mjs imports it, which is a
 * program of its own that no route leads to.
 *
 * @param {string} name
 * @param {string} from
 * @param {Set<string>} found
 */
function listPackageDirectories(name, from = '.', found = new Set()) {
  const nested = path.join(from, 'node_modules', name);
  const directory = existsSync(nested) ? nested : path.join('node_modules', name);
  if (found.has(directory)) return [...found];
  found.add(directory);
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(dependencies)) listPackageDirectories(dependency, directory, found);
  return [...found];
}

const PDF_FILES = [
  ...['pdfmake', 'fontkit'].flatMap((name) =>
    listPackageDirectories(name).flatMap((directory) => [
      `./${directory}/package.json`,
      // What Node loads; pdfmake also brings builds for browsers, and fonts.
      `./${directory}/${name === 'pdfmake' && directory.endsWith('/pdfmake') ? 'js/' : ''}**/*.{js,cjs,mjs,json,trie}`,
    ]),
  ),
  './node_modules/geist/dist/fonts/geist-sans/Geist-{Regular,SemiBold}.ttf',
  './node_modules/geist/dist/fonts/geist-mono/GeistMono-{Regular,SemiBold}.ttf',
];

/**
 * Reads the policy that public/verify.html brings for its one script and style: proxy.ts, whose policy takes a nonce,
 * does not cover files. A frame could show the page beside a verdict of its own.
 */
function readVerifyPolicy() {
  const [, policy] = /content="(default-src 'none'; script-src [^"]*)"/.exec(
    readFileSync('public/verify.html', 'utf8'),
  ) ?? [undefined, "default-src 'none'"];
  return `${policy}; frame-ancestors 'none'`;
}

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  // `npm run check` checks types, of tests and scripts too.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pino', 'undici', 'prom-client'],
  // One directory with everything that a production machine needs; the Containerfile copies exactly that.
  output: 'standalone',
  outputFileTracingIncludes: {
    '/**': ['./server/*.mjs', './lib/server/database/{migrations/**,sql/**,schema.sql}', './docs/guide/*.md'],
    '/api/transfers/*/confirmation.pdf': PDF_FILES,
  },
  headers: async () => [
    { source: '/verify.html', headers: [{ key: 'Content-Security-Policy', value: readVerifyPolicy() }] },
  ],
  experimental: {
    // The same limit as in server/request-policy.mjs, which rejects larger requests earlier.
    serverActions: { bodySizeLimit: '64kb' },
    // Lets a page answer 403 (lib/server/auth/page-guard.ts).
    authInterrupts: true,
    // Nothing reads the maps, and a build depends on its sources alone.
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
  },
};
