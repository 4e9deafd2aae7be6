import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const lock = path.join(root, 'package-lock.json');
// npm writes this one when an install has come to its end.
const installed = path.join(root, 'node_modules/.package-lock.json');
const record = path.join(root, 'node_modules/.countersign-lock');

/** Installs exactly what package-lock.json says, unless that has been done. Throws where npm fails. */
export function installIfStale() {
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (!isInstalled(wanted)) {
    console.log('Installing packages (npm ci) ...');
    // Development packages are wanted also where NODE_ENV says production: they build and test.
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const { status } = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error('npm ci failed; what it said is above.');
  }
  writeFileSync(record, wanted);
}

function isInstalled(wanted) {
  if (!existsSync(installed)) return false;
  if (existsSync(record)) return readFileSync(record, 'utf8') === wanted;
  // Somebody ran npm by hand, after the lock file last changed.
  return statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
}
