import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

const DIRECTORY = 'scripts/verify-page';

/** Leaves out what a library brings for other purposes: texts in forty languages, and JSON Schema. */
const withoutUnused: Plugin = {
  name: 'without-unused',
  setup: (bundler) => {
    bundler.onResolve({ filter: /locales\/index|json-schema/ }, ({ path: name, importer }) =>
      importer.includes('/zod/') ? { path: path.basename(name), namespace: 'unused', sideEffects: false } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({
      // Names that the library takes from these modules; none of them is called.
      contents: `module.exports = new Proxy({}, { get: () => () => { throw new Error('left out'); } });`,
      loader: 'js',
    }));
  },
};

/** Builds public/verify.html: one file with its script and style inline, and a policy that allows just these two. */
export async function buildVerifyPage(): Promise<string> {
  const bundled = await build({
    entryPoints: [`${DIRECTORY}/page.ts`],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'error',
    tsconfig: 'tsconfig.json',
    plugins: [withoutUnused],
  });
  // Text of a script ends at the first end tag that it contains.
  const script = (bundled.outputFiles[0]?.text ?? '').trim().replaceAll('</', String.raw`<\/`);
  const style = readFileSync(`${DIRECTORY}/page.css`, 'utf8').replaceAll(/\s+/g, ' ').trim();
  return readFileSync(`${DIRECTORY}/page.html`, 'utf8')
    .replace('sha256-SCRIPT', () => `sha256-${hash(script)}`)
    .replace('sha256-STYLE', () => `sha256-${hash(style)}`)
    .replace('<!-- MARK -->', () => readFileSync('public/icon.svg', 'utf8').trim())
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');
