import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** State that a data directory must have again at the next start. */
export interface StackState {
  sessionSecret: string;
  databasePassword: string;
  /** Port of the issuer, which is part of each person's identity: on another port everyone would be a new person. */
  sandboxPort?: number;
  /** Fingerprint of the key list that was set up here; the console gets it as PROOF_ROOT. */
  proofRoot?: string;
  /** Whether the examples of the demo were begun here, and made to the end. */
  desk?: 'begun' | 'made';
}

/** Reads the state of a directory, or creates it with new secrets. */
export function openStackState(dataDir: string): StackState {
  const file = fileIn(dataDir);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as StackState;
  const state = {
    sessionSecret: randomBytes(32).toString('base64url'),
    databasePassword: randomBytes(18).toString('base64url'),
  };
  saveStackState(dataDir, state);
  return state;
}

/** Saves the state in a file that only its owner can read. */
export function saveStackState(dataDir: string, state: StackState): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(fileIn(dataDir), JSON.stringify(state, null, 2), { mode: 0o600 });
}

const fileIn = (dataDir: string) => path.join(dataDir, 'kept.json');
