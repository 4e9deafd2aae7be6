import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const lock = path.join(root, 'package-lock.json');
// npm writes this file at the end of an install.
const installed = path.join(root, 'node_modules/.package-lock.json');
const record = path.join(root, 'node_modules/.countersign-lock');

/** Installs the packages of package-lock.json, unless they are installed already. Throws an error if npm fails. */
export function installIfStale() {
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (!isInstalled(wanted)) {
    console.log('Installing packages ...');
    installPackages();
    reportUnlocked();
  }
  writeFileSync(record, wanted);
}

function installPackages() {
  const ci = runNpm(['ci'], 'pipe');
  if (ci.status === 0) return;
  // npm ci rejects a lock file without the optional packages of other platforms, as an incomplete registry produces.
  // npm install takes the locked versions just as well, and --no-save leaves both files unchanged.
  const isIncomplete = ci.stderr.includes('EUSAGE');
  if (!isIncomplete) process.stderr.write(ci.stderr);
  if (!isIncomplete || runNpm(['install', '--no-save'], 'inherit').status !== 0)
    throw new Error('Installing the packages failed; the output of npm is above.');
}

/** Says which installed packages the lock file does not pin; npm cannot compare their content with a hash. */
function reportUnlocked() {
  const unlocked = findUnlocked(readJson(lock), readJson(installed));
  if (unlocked.length > 0)
    console.warn(
      `package-lock.json does not pin ${unlocked.join(', ')}: installed without a check of their content. ` +
        'See docs/security/dependencies.md, "A complete lock file".',
    );
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Returns the installed packages, as name@version, that a lock file lacks or pins by another hash. Takes the parsed
 * package-lock.json and node_modules/.package-lock.json.
 */
export function findUnlocked(wanted, found) {
  return Object.entries(found.packages).flatMap(([place, { version, integrity, link }]) => {
    if (place === '' || link) return [];
    const pinned = wanted.packages[place]?.integrity;
    return pinned !== undefined && pinned === integrity ? [] : [`${place.replace(/^.*node_modules\//, '')}@${version}`];
  });
}

function runNpm(args, stdio) {
  // Development packages are installed even if NODE_ENV is production: they build and test.
  const quiet = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  return spawnSync('npm', [...args, ...quiet], { cwd: root, stdio, encoding: 'utf8' });
}

function isInstalled(wanted) {
  if (!existsSync(installed)) return false;
  if (existsSync(record)) return readFileSync(record, 'utf8') === wanted;
  // npm was run by hand after the last change of the lock file.
  return statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}
