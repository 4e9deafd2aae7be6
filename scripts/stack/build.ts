import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '@/scripts/stack/run-command';

const SOURCE_FOLDERS = ['app', 'components', 'lib', 'public', 'server'];
/** A credential of the machine that builds, which must not be in what the build leaves (e2e/secrets.spec.ts). */
export const BUILD_CANARY = 'canary-of-the-machine-that-builds-e41b7c';
const CANARY_FILE = '.env.production';
const CANARY_TEXT = `TRANSFER_SERVICE_CLIENT_SECRET=${BUILD_CANARY}\nNEXTAUTH_SECRET=${BUILD_CANARY}\n`;
const RECORD = '.next/countersign-sources';
// Files of the root that no build reads: of tests and checks, and the one that a build itself writes.
const NOT_BUILT = /^(?:(?:vitest|playwright|drizzle)\.config\.ts|knip\.json|next-env\.d\.ts)$/;

/**
 * Builds the console, unless the last build was of the same sources. Beside other work it takes idle time only, and
 * prints its output if it fails. Throws an error if the build fails.
 */
export async function buildIfStale(signal?: AbortSignal, { isBeside = false } = {}): Promise<void> {
  const sources = hashSources();
  if (existsSync('.next/BUILD_ID') && existsSync(RECORD) && readFileSync(RECORD, 'utf8') === sources) return;
  console.log('Building the console (next build) ...');
  const logFile = isBeside ? '.data/build.log' : undefined;
  const code = await withCanary(() =>
    runCommand({
      name: 'The build',
      command: process.execPath,
      args: ['scripts/build.mjs'],
      env: { ...process.env, NODE_ENV: undefined },
      ...(logFile === undefined ? {} : { logFile, niceness: 10 }),
      ...(signal ? { signal } : {}),
    }),
  );
  if (code !== 0 && logFile !== undefined) console.error(readFileSync(logFile, 'utf8'));
  if (code !== 0) throw new Error('The build failed; its output is above.');
  // The hash of the sources before the build: a change during the build causes the next one.
  writeFileSync(RECORD, sources);
}

/** Builds with a file of credentials beside the sources, as a developer has one; a developer's own is left alone. */
async function withCanary<T>(build: () => Promise<T>): Promise<T> {
  // One of ours remains where a build was killed.
  const isOurs = !existsSync(CANARY_FILE) || readFileSync(CANARY_FILE, 'utf8') === CANARY_TEXT;
  if (!isOurs) return build();
  writeFileSync(CANARY_FILE, CANARY_TEXT);
  try {
    return await build();
  } finally {
    rmSync(CANARY_FILE, { force: true });
  }
}

/** Gives a hash of everything that a build is made of. */
export function hashSources(): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of listSources()) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

function listSources(): string[] {
  const beside = readdirSync('.', { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(?:ts|mjs|json)$|^\.env/.test(entry.name) && !NOT_BUILT.test(entry.name),
  );
  const inside = SOURCE_FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return [...beside.map((entry) => entry.name), ...inside].toSorted();
}
