import 'server-only';
import { writeKeyRecord } from '@/lib/proof/keys/root';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { credentialIdSchema } from '@/lib/proof/keys/assertion';
import { type PasskeyFailure, passkeyNameSchema, type SigningOptions } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction } from '@/lib/server/database/client';
import { proofKeys } from '@/lib/server/database/schema/proofs';
import { readKeyList, type ReadKeyList } from '@/lib/server/passkeys/key-list/chain';
import { explainInput, NO_ROOT } from '@/lib/server/passkeys/failures';
import { type ListedPasskey, listPasskeys } from '@/lib/server/passkeys/list';
import { issueKeyStatement } from '@/lib/server/passkeys/statement';

const oneSchema = z.strictObject({ credentialId: credentialIdSchema });
const renamingSchema = oneSchema.extend({ name: passkeyNameSchema });

/** Issues the statement by which the caller confirms another person's passkey; takes unchecked input. */
export async function startConfirming(input: unknown): Promise<Result<SigningOptions, PasskeyFailure>> {
  const person = await authorize('confirmPasskeys', { limit: 'decide' });
  return person.ok ? startSigning(person.value, 'key.confirm', input) : person;
}

/**
 * Issues the statement by which the caller removes a passkey: an own one at once, another person's as one of two
 * administrators. Takes unchecked input.
 */
export async function startRemoving(input: unknown): Promise<Result<SigningOptions, PasskeyFailure>> {
  const person = await authorize('usePasskeys', { limit: 'decide' });
  return person.ok ? startSigning(person.value, 'key.remove', input) : person;
}

async function startSigning(
  person: Person,
  kind: 'key.confirm' | 'key.remove',
  input: unknown,
): Promise<Result<SigningOptions, PasskeyFailure>> {
  const found = await findPasskey(person, input);
  if (!found.ok) return found;
  const { read, passkey } = found.value;
  const reason = kind === 'key.confirm' ? passkey.view.confirmBlockReason : passkey.view.removeBlockReason;
  const isConfirmable = kind === 'key.remove' || passkey.view.state === 'waiting';
  if (reason !== null || !isConfirmable)
    return fail({ kind: 'not-now', reason: reason ?? 'This passkey does not wait for a confirmation.' });
  return ok(
    await issueKeyStatement(
      person,
      {
        kind,
        as: passkey.view.isOwn ? 'holder' : 'admin',
        credentialId: passkey.record.credentialId,
        record: writeKeyRecord(passkey.record),
        console: read.root.fingerprint,
        chain: read.list.chain.head,
      },
      {
        rpId: read.list.root.rpId,
        credentialIds: read.list.keys
          .list()
          .filter(({ record, until }) => until === undefined && record.person.id === person.id)
          .map(({ record }) => record.credentialId),
      },
    ),
  );
}

async function findPasskey(
  person: Person,
  input: unknown,
): Promise<Result<{ read: ReadKeyList; passkey: ListedPasskey }, PasskeyFailure>> {
  const given = oneSchema.safeParse(input);
  if (!given.success) return fail(explainInput(given.error));
  const read = await readKeyList();
  if (!read) return fail({ kind: 'not-now', reason: NO_ROOT });
  const passkeys = await listPasskeys(person, read);
  const passkey = passkeys.find(({ record }) => record.credentialId === given.data.credentialId);
  return passkey
    ? ok({ read, passkey })
    : fail({ kind: 'not-now', reason: 'This passkey is not on the list any more.' });
}

/**
 * Renames an own passkey; takes unchecked input. The name is a label: what confirmations signed keeps the first one.
 */
export async function renamePasskey(input: unknown): Promise<Result<null, PasskeyFailure>> {
  const person = await authorize('usePasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const given = renamingSchema.safeParse(input);
  if (!given.success) return fail(explainInput(given.error));
  const { id } = person.value;
  const { name } = given.data;
  return inTransaction(async (transaction) => {
    const own = and(eq(proofKeys.credentialId, given.data.credentialId), eq(proofKeys.personId, id));
    const [before] = await transaction.select({ name: proofKeys.name }).from(proofKeys).where(own).for('update');
    if (!before) return fail({ kind: 'not-now', reason: 'This passkey is not yours, or not on the list any more.' });
    await transaction.update(proofKeys).set({ name }).where(own);
    await appendAudit(transaction, {
      action: 'passkey.renamed',
      ...actedBy(person.value),
      subject: `person:${id}`,
      before,
      after: { name, credentialId: given.data.credentialId },
    });
    return ok(null);
  });
}

/**
 * Withdraws an own passkey that still waits for administrators; takes unchecked input. It needs no signature: the owner
 * may have no passkey that counts, and it only lowers what may be signed.
 */
export async function withdrawPasskey(input: unknown): Promise<Result<null, PasskeyFailure>> {
  const person = await authorize('usePasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const found = await findPasskey(person.value, input);
  if (!found.ok) return found;
  const { view, record } = found.value.passkey;
  if (!view.isOwn || view.state !== 'waiting')
    return fail({
      kind: 'not-now',
      reason: 'Only your own passkey can be withdrawn, while it waits for administrators.',
    });
  return inTransaction(async (transaction) => {
    await transaction
      .update(proofKeys)
      .set({ withdrawnAt: sql`coalesce(withdrawn_at, now())` })
      .where(eq(proofKeys.credentialId, record.credentialId));
    await appendAudit(transaction, {
      action: 'passkey.withdrawn',
      ...actedBy(person.value),
      subject: `person:${person.value.id}`,
      before: { name: view.name, credentialId: record.credentialId, fingerprint: view.fingerprint },
    });
    return ok(null);
  });
}
