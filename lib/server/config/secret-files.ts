import 'server-only';
import { readFileSync, statSync } from 'node:fs';
import type { SettingsIssue } from '@/lib/server/config/environment-check';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings that are never shown, and that may be given as a file: NAME_FILE holds its path. The certificate is no
 * secret, and comes with its key; the address of a proxy may have a password.
 */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_POOLED_URL',
  'DATABASE_READ_URL',
  'TRANSFER_SERVICE_CLIENT_SECRET',
  'TRANSFER_SERVICE_CLIENT_CERT',
  'TRANSFER_SERVICE_CLIENT_KEY',
  'NEXTAUTH_SECRET',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_KEY',
  'SCIM_TOKEN',
  'METRICS_TOKEN',
  'SMTP_URL',
  'HTTPS_PROXY',
] as const;

const MAX_BYTES = 64 * 1024;

/**
 * Reads what NAME_FILE names into NAME, without one newline at its end, for the secrets of these names. Gives the
 * environment with it, and an issue for each file that cannot be read, is empty or is given beside NAME. No issue has
 * anything of the content.
 */
export function readSecretFiles(
  given: Environment,
  names: readonly string[] = SECRETS,
): { environment: Environment; issues: SettingsIssue[] } {
  const environment = { ...given };
  const issues: SettingsIssue[] = [];
  for (const name of names) {
    const file = given[`${name}_FILE`];
    if (!file) continue;
    const read = given[name] ? { fault: `is set, and ${name} too; set one of them` } : readSecret(file);
    if ('fault' in read) issues.push({ name: `${name}_FILE`, message: read.fault });
    else environment[name] = read.text;
  }
  return { environment, issues };
}

function readSecret(file: string): { text: string } | { fault: string } {
  try {
    const found = statSync(file);
    // A device has no end.
    if (!found.isFile()) return { fault: 'names something else than a file' };
    if (found.size > MAX_BYTES) return { fault: `names a file of more than ${MAX_BYTES} bytes` };
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { fault: 'names an empty file' } : { text };
  } catch (error) {
    const { code } = error as { code?: unknown };
    return { fault: `names a file that cannot be read (${String(code)})` };
  }
}
