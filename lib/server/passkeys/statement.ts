import 'server-only';
import { eq } from 'drizzle-orm';
import { sha256Hex } from '@/lib/proof/bytes';
import { hashService } from '@/lib/proof/statements/service';
import { challengeOf, MAX_ANSWER_MS, type Statement, STATEMENT_FORMAT, writeStatement } from '@/lib/proof/statement';
import type { SigningOptions } from '@/lib/passkeys/contract';
import type { Person } from '@/lib/server/auth/sessions';
import { settings } from '@/lib/server/config/settings';
import { type Database, database, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { createNonce, issueChallenge } from '@/lib/server/passkeys/challenges';
import { now } from '@/lib/server/runtime/clock';

/** What a statement says, besides who signs it, when, and for which service. */
export type StatementCore = Omit<Statement, 'format' | 'service' | 'person' | 'issued' | 'answerBy' | 'nonce'>;

/** What a statement about a passkey says, besides who signs it and when. */
export interface KeyStatement {
  kind: 'key.add' | 'key.confirm' | 'key.remove';
  as: 'holder' | 'admin';
  credentialId: string;
  /** Canonical record of the passkey. */
  record: string;
  /** Fingerprint of the root, and the head of the chain that the signer is given. */
  console: string;
  chain: string;
}

interface Issue {
  rpId: string;
  /** Passkeys of the person that may sign. */
  credentialIds: string[];
  registration?: string;
  setUpId?: string;
}

/** Writes a statement about a passkey, stores it as a challenge, and returns what the browser's prompt needs. */
export async function issueKeyStatement(
  person: Person,
  { kind, as, credentialId, record, console, chain }: KeyStatement,
  issue: Issue,
): Promise<SigningOptions> {
  const core = { kind, console, subject: { id: credentialId, version: 1 }, sha256: await sha256Hex(record), as, chain };
  return issueStatement(person, core, { ...issue, content: record });
}

/**
 * Writes a statement, stores it as a challenge with the texts that it names by hash (`content`), and returns what the
 * browser's prompt needs.
 */
export async function issueStatement(
  person: Person,
  core: StatementCore,
  {
    rpId,
    credentialIds,
    content,
    purpose = 'sign',
    into = database(),
    registration,
    setUpId,
  }: Issue & {
    content: string;
    purpose?: 'sign' | 'decision';
    into?: Database | Transaction;
  },
): Promise<SigningOptions> {
  const issuedAt = now();
  const nonce = createNonce(16);
  const statement: Statement = {
    ...core,
    format: STATEMENT_FORMAT,
    service: await hashOwnService(),
    person: await readSigningPerson(person.id, into),
    issued: issuedAt.toISOString(),
    answerBy: new Date(issuedAt.getTime() + MAX_ANSWER_MS).toISOString(),
    nonce,
  };
  const written = writeStatement(statement);
  if (!written.ok) throw new Error(`a statement was refused: ${written.error.name}`);
  await issueChallenge(
    person,
    {
      nonce,
      purpose,
      statement: written.value,
      content,
      issuedAt,
      ...(registration !== undefined && { registration }),
      ...(setUpId !== undefined && { setUpId }),
    },
    into,
  );
  return { nonce, challenge: await challengeOf(written.value), rpId, credentialIds };
}

/** Reads a person as statements name them: the ID here, and issuer and subject at the identity provider. */
export async function readSigningPerson(
  personId: string,
  from: Database | Transaction = database(),
): Promise<Statement['person']> {
  const [found] = await from
    .select({ id: people.id, issuer: people.issuer, subject: people.subject })
    .from(people)
    .where(eq(people.id, personId));
  if (!found) throw new Error('a signed-in person must be stored');
  return found;
}

/** Gives the hash of the service that this console sends to (lib/proof/statements/service.ts). */
export async function hashOwnService(): Promise<string> {
  const { TRANSFER_SERVICE_URL, TRANSFER_SERVICE_CLIENT_ID } = settings();
  return hashService({ address: TRANSFER_SERVICE_URL, clientId: TRANSFER_SERVICE_CLIENT_ID });
}
