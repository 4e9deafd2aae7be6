import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPostgresAccount, type PostgresBinaries } from '@/scripts/stack/postgres/postgres-binaries';

/** Creates the data directory of a PostgreSQL server that accepts only the user `postgres` with the password. */
export async function initialisePostgres(
  { initdb, postgres }: PostgresBinaries,
  dataDir: string,
  password: string,
): Promise<void> {
  const account = findPostgresAccount(dataDir);
  mkdirSync(path.dirname(dataDir), { recursive: true });
  // Created beside the final path and renamed when complete, so that an interrupted attempt is never used.
  const unfinished = `${dataDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  // Some ways of unpacking a package lose the executable bit; another account owns Debian's.
  for (const binary of [initdb, postgres]) if ((statSync(binary).mode & 0o111) === 0) chmodSync(binary, 0o755);

  const passwordFile = `${dataDir}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const file of [unfinished, passwordFile]) chownSync(file, account.uid, account.gid);
  const args = [
    '-D',
    unfinished,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
  ];
  try {
    await promisify(execFile)(initdb, args, { ...account });
    renameSync(unfinished, dataDir);
  } catch (cause) {
    const reason = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
    const hint = account
      ? '\nWhen you run this as root, other accounts must be able to read every directory above (not so in /root).'
      : '';
    throw new Error(`Setting up PostgreSQL in ${dataDir} failed: ${reason}${hint}`, { cause });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
