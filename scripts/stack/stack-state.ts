import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What one data directory needs to know again at the next start. */
export interface Kept {
  sessionSecret: string;
  databasePassword: string;
  /** Part of who somebody is, as the issuer's address: on another port everybody would be a new person. */
  sandboxPort?: number;
}

/** Reads what was kept, or draws the secrets of a new directory. */
export function openStackState(dataDir: string): Kept {
  const file = fileIn(dataDir);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  const kept = {
    sessionSecret: randomBytes(32).toString('base64url'),
    databasePassword: randomBytes(18).toString('base64url'),
  };
  keep(dataDir, kept);
  return kept;
}

/** Writes it where only its owner can read it. */
export function keep(dataDir: string, kept: Kept): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(kept, null, 2), { mode: 0o600 });
}

const fileIn = (dataDir: string) => path.join(dataDir, 'kept.json');
