import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type RunningPostgres, startPostgres } from '@/scripts/stack/postgres/postgres';
import { findPostgresAccount } from '@/scripts/stack/postgres/postgres-binaries';

interface ReplicaOptions {
  /** The running primary, and its data directory. */
  primary: { url: string; dataDir: string };
  /** The address of the server to follow: that of the primary by default, or of another replica. */
  follows?: string;
  /** Created as a copy of the primary's where missing, and never deleted. */
  dataDir: string;
  port?: number;
  logFile: string;
}

/** Settings of a primary whose replicas find what it wrote while they were down. */
export const PRIMARY_SETTINGS = ['wal_keep_size=512MB'];

/**
 * Starts a standby of a running PostgreSQL: streaming replication, as in production. The package has no pg_basebackup,
 * so this takes the backup by its functions
 * (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP).
 */
export async function startReplica({
  primary,
  follows = primary.url,
  dataDir,
  port,
  logFile,
}: ReplicaOptions): Promise<RunningPostgres> {
  if (!existsSync(dataDir)) await copyPrimary(primary, dataDir);
  return startPostgres({
    dataDir,
    ...(port !== undefined && { port }),
    password: decodeURIComponent(new URL(primary.url).password),
    settings: [`primary_conninfo=${writeConnection(follows)}`],
    logFile,
  });
}

async function copyPrimary({ url, dataDir: from }: ReplicaOptions['primary'], dataDir: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('replica', true)`);
    mkdirSync(path.dirname(dataDir), { recursive: true });
    await promisify(execFile)('cp', ['-a', from, dataDir]);
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    // What was written meanwhile comes over the stream, like everything after it.
    const log = path.join(dataDir, 'pg_wal');
    for (const entry of readdirSync(log, { withFileTypes: true }))
      if (entry.isFile()) rmSync(path.join(log, entry.name));
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(dataDir, name), { force: true });
    writeOwned(dataDir, 'backup_label', rows[0]?.label ?? '');
    writeOwned(dataDir, 'standby.signal', '');
  } finally {
    await client.end();
  }
}

function writeOwned(dataDir: string, name: string, text: string): void {
  const file = path.join(dataDir, name);
  writeFileSync(file, text);
  const account = findPostgresAccount(dataDir);
  if (account) chownSync(file, account.uid, account.gid);
}

const quote = (text: string) => `'${decodeURIComponent(text).replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** Writes the address of a server as libpq's keywords. */
function writeConnection(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${quote(username)} password=${quote(password)}`;
}
