import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditAction } from '@/lib/audit/audit-log';
import { type Assertion, assertionSchema } from '@/lib/proof/keys/assertion';
import type { StatementKind } from '@/lib/proof/kinds';
import type { Refusal } from '@/lib/proof/refusals';
import { checkArrival, readStatement, type Statement } from '@/lib/proof/statement';
import type { PasskeyFailure } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { proofKeys } from '@/lib/server/database/schema/proofs';
import { acceptChallenge, type Challenge, CHALLENGE_GONE, nonceSchema } from '@/lib/server/passkeys/challenges';
import { appendEntry } from '@/lib/server/passkeys/key-list/chain';
import { reportCounterBack } from '@/lib/server/passkeys/counter-back';
import { NO_ROOT } from '@/lib/server/passkeys/failures';
import { otherPeopleBlockReason } from '@/lib/server/passkeys/other-people';
import { isAdministrator } from '@/lib/server/passkeys/register';
import { agreeToRoot } from '@/lib/server/passkeys/set-up/set-up';
import { now } from '@/lib/server/runtime/clock';

const answerSchema = z.strictObject({ nonce: nonceSchema, assertion: assertionSchema });
const TRANSPORTS = z.object({ response: z.object({ transports: z.array(z.string()).default([]) }) });

/**
 * Takes the signature that answers an issued statement, and does what the statement says: adds, confirms or removes a
 * passkey, changes what passkeys may sign or where, or agrees to a root. Takes unchecked input. A challenge is accepted
 * once, also where its answer is refused.
 */
export async function signStatement(input: unknown): Promise<Result<null, PasskeyFailure>> {
  const person = await authorize('usePasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const given = answerSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: 'The answer of the passkey could not be read.' });
  return answer(person.value, given.data);
}

async function answer(
  person: Person,
  { nonce, assertion }: { nonce: string; assertion: Assertion },
): Promise<Result<null, PasskeyFailure>> {
  return inTransaction(async (transaction) => {
    const session = await lockSession(transaction, person, 0);
    if (!session) return fail({ kind: 'signed-out' });
    const challenge = await acceptChallenge(transaction, person, { nonce, purpose: 'sign' });
    if (!challenge) return fail({ kind: 'not-now', reason: CHALLENGE_GONE });
    const read = readStatement(challenge.statement);
    if (!read.ok) return refused(read.error, person);
    const statement = read.value;
    const isOnTime = checkArrival(statement, now());
    if (!isOnTime.ok) return refused(isOnTime.error, person);
    if (statement.as === 'admin' && !isAdministrator(session.roles))
      return fail({ kind: 'forbidden', reason: 'Only administrators can sign this.' });
    if (challenge.setUpId !== null) {
      const agreed = await agreeToRoot(transaction, person, { setUpId: challenge.setUpId, challenge, assertion });
      return agreed.ok || !('name' in agreed.error)
        ? (agreed as Result<null, PasskeyFailure>)
        : refused(agreed.error, person);
    }
    return append(transaction, person, { challenge, statement, assertion });
  });
}

interface Answered {
  challenge: Challenge;
  statement: Statement;
  assertion: Assertion;
}

async function append(
  transaction: Transaction,
  person: Person,
  { challenge, statement, assertion }: Answered,
): Promise<Result<null, PasskeyFailure>> {
  if (statement.kind === 'key.confirm' && (await isWithdrawn(transaction, statement.subject.id)))
    return fail({ kind: 'not-now', reason: 'Its owner withdrew this passkey.' });
  const { content, registration, statement: text } = challenge;
  const { ownerId, subject, action, facts } = describe(statement, content);
  const blockReason =
    statement.as === 'admin' ? await otherPeopleBlockReason(transaction, person.id, { statement, ownerId }) : undefined;
  if (blockReason !== undefined) return fail({ kind: 'not-now', reason: blockReason });
  const appended = await appendEntry(transaction, { statement, text, assertion, content, registration });
  if (!appended.ok)
    return appended.error === 'no-root' ? fail({ kind: 'not-now', reason: NO_ROOT }) : refused(appended.error, person);
  await noteUse(transaction, person, { challenge, statement, assertion });
  await appendAudit(transaction, {
    action,
    ...actedBy(person),
    subject,
    after: {
      ...facts,
      ...(CHANGES_OF_TWO.has(statement.kind) && { isWaiting: appended.value.list.listSigners(statement).length > 0 }),
      fingerprint: statement.sha256,
      position: appended.value.position,
    },
  });
  return ok(null);
}

/** Kinds that hold with the second signature; until then, the change waits. */
const CHANGES_OF_TWO: ReadonlySet<StatementKind> = new Set(['rights', 'origin.add']);

interface Described {
  /** Whose passkeys the statement is about; undefined for an address of the console. */
  ownerId: string | undefined;
  subject: string;
  action: AuditAction;
  facts: Record<string, unknown>;
}

const ACTIONS: Partial<Record<StatementKind, AuditAction>> = {
  'key.add': 'passkey.added',
  'key.confirm': 'passkey.confirmed',
  'key.remove': 'passkey.removed',
};

/** Describes a statement about the key list as the audit log does. `content` is what it was issued over. */
function describe({ kind, subject: { id, version } }: Statement, content: string): Described {
  if (kind === 'origin.add')
    return { ownerId: undefined, subject: 'key-list', action: 'root.origin-added', facts: { origin: content } };
  if (kind === 'rights') {
    const { roles } = JSON.parse(content) as { roles: string[] };
    return { ownerId: id, subject: `person:${id}`, action: 'passkey.rights-changed', facts: { roles, version } };
  }
  const action = ACTIONS[kind];
  if (!action) throw new Error(`a statement of the kind ${kind} does not change the key list`);
  const { name: passkey, person } = JSON.parse(content) as { name: string; person: { id: string } };
  return { ownerId: person.id, subject: `person:${person.id}`, action, facts: { passkey, credentialId: id } };
}

async function isWithdrawn(transaction: Transaction, credentialId: string): Promise<boolean> {
  const [label] = await transaction
    .select({ withdrawnAt: proofKeys.withdrawnAt })
    .from(proofKeys)
    .where(eq(proofKeys.credentialId, credentialId))
    .for('update');
  return (label?.withdrawnAt ?? null) !== null;
}

/** Stores the label of a new passkey, or that a passkey was used. */
async function noteUse(
  transaction: Transaction,
  { id }: Person,
  { challenge, statement, assertion }: Answered,
): Promise<void> {
  const { credentialId } = assertion;
  if (statement.kind === 'key.add') {
    const { name } = JSON.parse(challenge.content) as { name: string };
    const transports =
      TRANSPORTS.safeParse(JSON.parse(challenge.registration ?? 'null')).data?.response.transports ?? [];
    await transaction
      .insert(proofKeys)
      .values({ credentialId, personId: id, name, transports })
      .onConflictDoNothing({ target: proofKeys.credentialId });
  }
  await transaction
    .update(proofKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(proofKeys.credentialId, credentialId));
}

/** Turns a refusal into a failure; a counter that went back is logged and counted as an alarm. */
function refused({ name, sentence }: Refusal, { id }: Person): Result<never, PasskeyFailure> {
  if (name === 'counter-went-back') reportCounterBack(id);
  return fail({ kind: 'not-possible', reason: sentence });
}
