import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JWK } from 'oidc-provider';
import { z } from 'zod';

const persistedSchema = z.object({
  anchorMs: z.number(),
  cookieKey: z.string().min(1),
  signingKey: z.looseObject({ kty: z.string() }),
});

/** State that must survive a restart: the instant before which all history lies, and the provider's keys. */
export interface PersistedState {
  anchorMs: number;
  cookieKey: string;
  signingKey: JWK;
}

/** Reads the persisted state of a directory, or creates it at the first start. */
export function openPersistedState(dataDir: string, nowMs: number): PersistedState {
  const file = path.join(dataDir, 'kept.json');
  mkdirSync(dataDir, { recursive: true });
  const text = readIfPresent(file);
  if (text !== undefined) return persistedSchema.parse(JSON.parse(text));
  const persisted: PersistedState = {
    anchorMs: nowMs,
    cookieKey: randomBytes(32).toString('base64url'),
    signingKey: createSigningKey(),
  };
  // Renamed into place, so that a kill leaves either the whole file or none.
  writeFileSync(`${file}.new`, JSON.stringify(persisted), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return persisted;
}

function createSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), use: 'sig', alg: 'RS256', kid: 'sandbox' };
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
