import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const RETRY_MS = 200;

/**
 * Installs the packages of `package-lock.json` in a directory (this repository), unless they are installed already.
 * Processes that start at once install once: `npm ci` begins by deleting what the others run on. Throws an error if
 * npm fails.
 */
export function installIfStale(directory = path.resolve(import.meta.dirname, '..')) {
  if (isInstalled(directory)) return;
  mkdirSync(path.join(directory, '.data'), { recursive: true });
  const unlock = lock(path.join(directory, '.data/install-lock'));
  try {
    // Another process may have installed them meanwhile.
    if (!isInstalled(directory)) install(directory);
  } finally {
    unlock();
  }
}

function install(directory) {
  console.log('Installing packages ...');
  const hash = hashLockFile(directory);
  // Development packages are installed even if NODE_ENV is production: they build and test.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (spawnSync('npm', args, { cwd: directory, stdio: 'inherit' }).status !== 0)
    throw new Error('Installing the packages failed; the output of npm is above.');
  const record = recordOf(directory);
  // Renamed, so that no reader finds half of it.
  writeFileSync(`${record}.new`, hash);
  renameSync(`${record}.new`, record);
}

function isInstalled(directory) {
  // npm writes this file at the end of an install.
  const installed = path.join(directory, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const record = recordOf(directory);
  if (existsSync(record) && readFileSync(record, 'utf8') === hashLockFile(directory)) return true;
  // npm was run by hand after the last change of the lock file.
  return statSync(installed).mtimeMs >= statSync(path.join(directory, 'package-lock.json')).mtimeMs;
}

function recordOf(directory) {
  return path.join(directory, 'node_modules/.countersign-lock');
}

function hashLockFile(directory) {
  return createHash('sha256')
    .update(readFileSync(path.join(directory, 'package-lock.json')))
    .digest('hex');
}

/** Waits until no other living process has the lock, takes it, and returns what gives it back. */
function lock(file) {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(file)) rmSync(file, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
}

function isAbandoned(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // Its process has made the file and not yet written to it.
    if (!holder) return false;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
