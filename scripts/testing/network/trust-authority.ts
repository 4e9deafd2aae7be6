import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { createAuthority, type KeyPair } from '@/scripts/testing/network/authority';

declare module 'vitest' {
  interface ProvidedContext {
    /** Certificate for any host below desk.test and for localhost, of an authority that every test process trusts. */
    trustedPair: KeyPair;
  }
}

/** Has the processes of a run trust a private authority, which Node reads when a process begins. */
export default async function setUp(project: TestProject): Promise<() => void> {
  const authority = await createAuthority();
  const directory = mkdtempSync(path.join(tmpdir(), 'countersign-authority-'));
  const file = path.join(directory, 'authority.pem');
  writeFileSync(file, authority.certificate);
  process.env.NODE_EXTRA_CA_CERTS = file;
  project.provide('trustedPair', await authority.issue('*.desk.test', 'localhost'));
  return () => rmSync(directory, { recursive: true });
}
