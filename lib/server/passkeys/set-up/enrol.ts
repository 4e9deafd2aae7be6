import 'server-only';
import { writeKeyRecord } from '@/lib/proof/keys/root';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import {
  type CreationOptions,
  type PasskeyFailure,
  passkeyNameSchema,
  type SigningOptions,
} from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { database, inTransaction } from '@/lib/server/database/client';
import { proofKeys } from '@/lib/server/database/schema/proofs';
import { acceptChallenge, CHALLENGE_GONE, nonceSchema } from '@/lib/server/passkeys/challenges';
import { isListOf, readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { explainInput, NO_ROOT } from '@/lib/server/passkeys/failures';
import {
  type Registration,
  registrationSchema,
  relyingParty,
  startRegistration,
  verifyRegistration,
} from '@/lib/server/passkeys/register';
import { canJoin, joinSetUp } from '@/lib/server/passkeys/set-up/set-up';
import { issueKeyStatement } from '@/lib/server/passkeys/statement';

const additionSchema = z.strictObject({ name: passkeyNameSchema });
const joiningSchema = z.strictObject({ name: passkeyNameSchema, code: z.string().max(100) });
const answerSchema = z.strictObject({ nonce: nonceSchema, registration: registrationSchema });

/** Begins to add a passkey of the caller; takes unchecked input. Returns what the browser's prompt needs (step 1). */
export async function addPasskey(input: unknown): Promise<Result<CreationOptions, PasskeyFailure>> {
  const person = await authorize('usePasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const given = additionSchema.safeParse(input);
  if (!given.success) return fail(explainInput(given.error));
  const rp = relyingParty();
  if (!rp.ok) return fail({ kind: 'not-possible', reason: rp.error });
  const read = await readKeyList();
  if (!read) return fail({ kind: 'not-now', reason: NO_ROOT });
  // A passkey made here would be refused with its signature, which is the later moment to learn it.
  if (!isListOf(read, rp.value)) return fail({ kind: 'not-possible', reason: OTHER_NAME });
  const known = read.list.keys.list().filter(({ record }) => record.person.id === person.value.id);
  const waiting = await listRegistered(person.value);
  const ids = new Set([...known.map(({ record }) => record.credentialId), ...waiting]);
  return ok(await startRegistration(person.value, rp.value, { name: given.data.name, known: [...ids] }));
}

/** Begins to add a passkey of an administrator to the open set-up (step 1); takes unchecked input. */
export async function joinWithPasskey(input: unknown): Promise<Result<CreationOptions, PasskeyFailure>> {
  const person = await authorize('confirmPasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const given = joiningSchema.safeParse(input);
  if (!given.success) return fail(explainInput(given.error));
  const rp = relyingParty();
  if (!rp.ok) return fail({ kind: 'not-possible', reason: rp.error });
  const setUp = await canJoin(person.value, given.data.code);
  if (!setUp.ok) return setUp;
  const { name } = given.data;
  return ok(await startRegistration(person.value, rp.value, { name, known: [], setUpId: setUp.value.id }));
}

/**
 * Takes the registration that answers step 1. Returns the statement that the new passkey signs in step 2; null in a
 * set-up, where it signs once all have seen the fingerprint.
 */
export async function registerPasskey(input: unknown): Promise<Result<SigningOptions | null, PasskeyFailure>> {
  const person = await authorize('usePasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const given = answerSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: 'The registration of the passkey could not be read.' });
  return register(person.value, given.data);
}

async function register(
  person: Person,
  { nonce, registration }: { nonce: string; registration: Registration },
): Promise<Result<SigningOptions | null, PasskeyFailure>> {
  const rp = relyingParty();
  if (!rp.ok) return fail({ kind: 'not-possible', reason: rp.error });
  const challenge = await inTransaction((transaction) =>
    acceptChallenge(transaction, person, { nonce, purpose: 'register' }),
  );
  if (!challenge) return fail({ kind: 'not-now', reason: CHALLENGE_GONE });
  const verified = await verifyRegistration(person, registration, {
    challenge: nonce,
    name: challenge.content,
    rp: rp.value,
  });
  if (!verified.ok) return fail({ kind: 'not-possible', reason: verified.error });
  const record = writeKeyRecord(verified.value);
  const stored = JSON.stringify(registration);
  const { setUpId } = challenge;
  if (setUpId !== null) return joinSetUp(person, { setUpId, record, registration: stored });
  const read = await readKeyList();
  if (!read) return fail({ kind: 'not-now', reason: NO_ROOT });
  const { credentialId } = verified.value;
  return ok(
    await issueKeyStatement(
      person,
      {
        kind: 'key.add',
        as: 'holder',
        credentialId,
        record,
        console: read.root.fingerprint,
        chain: read.list.chain.head,
      },
      { rpId: read.list.root.rpId, credentialIds: [credentialId], registration: stored },
    ),
  );
}

async function listRegistered({ id }: Person): Promise<string[]> {
  const rows = await database()
    .select({ credentialId: proofKeys.credentialId })
    .from(proofKeys)
    .where(eq(proofKeys.personId, id));
  return rows.map(({ credentialId }) => credentialId);
}

const OTHER_NAME =
  'The key list of this console belongs to another web address than the one that the console has now. Passkeys can be ' +
  'added after a new set-up (docs/operations.md, "Passkeys").';
