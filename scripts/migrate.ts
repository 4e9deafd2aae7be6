import { existsSync } from 'node:fs';
import { readSecretFiles } from '@/lib/server/config/secret-files';
import { migrateDatabase } from '@/lib/server/database/migrate';

if (existsSync('.env')) process.loadEnvFile('.env');

const { environment, issues } = readSecretFiles(process.env, ['DATABASE_URL', 'DATABASE_OWNER_URL']);
const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = environment;
try {
  if (issues.length > 0) throw new Error(issues.map(({ name, message }) => `${name} ${message}.`).join(' '));
  if (!url) throw new Error('DATABASE_URL is not set.');
  const { applied } = await migrateDatabase(url, { ownerUrl: ownerUrl || undefined });
  console.log(
    applied === 0 ? 'The database is up to date.' : `Migrations applied: ${applied}. The database is up to date.`,
  );
} catch (error) {
  console.error(`Migrating the database failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
