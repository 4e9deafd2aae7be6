// npm run audit:archive: writes the oldest range of the audit log to a file and takes it out of the log
// (docs/operations.md#archives-of-the-audit-log).
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { archiveOldest } from '@/lib/server/audit/archive';
import { verifyArchive } from '@/scripts/audit/verify-archive';

const USAGE = `Usage: npm run audit:archive -- --to DIRECTORY [--gzip] [--drop]
Takes the database's owner from DATABASE_OWNER_URL, or from DATABASE_URL where there is a single role.
--drop deletes the entries from the database; without it they stay there in the schema audit_archive.`;

if (existsSync('.env')) process.loadEnvFile('.env');
const { values } = parseArgs({
  options: { to: { type: 'string' }, gzip: { type: 'boolean' }, drop: { type: 'boolean' } },
});
const connectionString = process.env.DATABASE_OWNER_URL || process.env.DATABASE_URL;
if (values.to === undefined || !connectionString) {
  console.error(values.to === undefined ? USAGE : 'DATABASE_OWNER_URL is not set.');
  process.exit(1);
}
const client = new Client({
  connectionString,
  connectionTimeoutMillis: 10_000,
  application_name: 'countersign-archive',
});
// A connection that breaks emits besides failing the query; without a listener it would end the process.
client.on('error', () => undefined);
try {
  await client.connect();
  const { to: directory, gzip: isCompressed = false, drop: isDropped = false } = values;
  const archived = await archiveOldest(client, { directory, isCompressed, isDropped, verify: verifyArchive });
  if (archived.isArchived) {
    const { firstSeq, lastSeq, lastHash, file, sha256 } = archived;
    console.log(`Entries ${firstSeq} to ${lastSeq} are in ${file}, verified, and no longer in the log.`);
    console.log(`The last hash is ${lastHash}. The file's SHA-256 is ${sha256}.`);
  } else {
    console.error(`Nothing was archived. ${archived.reasons.join(' ')}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`Archiving the audit log failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await client.end();
}
