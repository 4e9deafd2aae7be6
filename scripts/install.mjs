import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const lock = path.join(root, 'package-lock.json');
// npm writes this one when an install has come to its end.
const installed = path.join(root, 'node_modules/.package-lock.json');
const record = path.join(root, 'node_modules/.countersign-lock');

/** Installs what package-lock.json says, unless that has been done. Throws where npm fails. */
export function installIfStale() {
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (!isInstalled(wanted)) {
    console.log('Installing packages ...');
    installPackages();
  }
  writeFileSync(record, wanted);
}

function installPackages() {
  const ci = runNpm(['ci'], 'pipe');
  if (ci.status === 0) return;
  // npm ci refuses a lock file that lacks optional packages of other platforms, as one made against a registry without
  // them does. npm install takes the locked versions just as well, and --no-save leaves both files as they are.
  const isIncomplete = ci.stderr.includes('EUSAGE');
  if (!isIncomplete) process.stderr.write(ci.stderr);
  if (!isIncomplete || runNpm(['install', '--no-save'], 'inherit').status !== 0)
    throw new Error('The packages could not be installed; what npm said is above.');
}

function runNpm(args, stdio) {
  // Development packages are wanted also where NODE_ENV says production: they build and test.
  const quiet = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  return spawnSync('npm', [...args, ...quiet], { cwd: root, stdio, encoding: 'utf8' });
}

function isInstalled(wanted) {
  if (!existsSync(installed)) return false;
  if (existsSync(record)) return readFileSync(record, 'utf8') === wanted;
  // Somebody ran npm by hand, after the lock file last changed.
  return statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}
