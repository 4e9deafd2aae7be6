import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
// What the databases of a whole run take at most, several times over. Containers often have 64 MB there.
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Makes a directory for a database that is thrown away after a run, in memory where there is plenty: tests make and
 * drop hundreds of databases of hundreds of files each, which a disk's file system is slow at. PostgreSQL, which may
 * run as another account, can enter it.
 */
export function makeThrowawayDirectory(prefix: string): string {
  const directory = mkdtempSync(path.join(hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix));
  chmodSync(directory, 0o711);
  return directory;
}

function hasRoom(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
