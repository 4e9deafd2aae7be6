/**
 * Signed decisions: issues the statement of a decision for a person who has a passkey for it, and accepts the signature
 * in the transaction that decides (docs/decisions/0036-decisions-are-signed.md).
 *
 * - Whether a person must sign follows from the key list alone: who has a passkey for the role signs.
 * - A statement is issued for one session and accepted once. On arrival everything that it says is derived again from
 *   the locked rows; a statement about anything else is refused.
 */
import 'server-only';
import canonicalize from 'canonicalize';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { assertionSchema } from '@/lib/proof/keys/assertion';
import { checkArrival, readStatement, type Statement } from '@/lib/proof/statement';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import type { Role } from '@/lib/identity/roles';
import { canSignAs, KINDS, type StatementKind } from '@/lib/proof/kinds';
import { sha256Hex } from '@/lib/proof/bytes';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { joinList } from '@/lib/text/join-list';
import type { Person } from '@/lib/server/auth/sessions';
import { type Database, database, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { acceptChallenge, CHALLENGE_GONE, nonceSchema } from '@/lib/server/passkeys/challenges';
import { appendDecision, isListOf, readKeyList, type ReadKeyList } from '@/lib/server/passkeys/key-list/chain';
import { NO_ROOT, OTHER_ADDRESS } from '@/lib/server/passkeys/failures';
import { reportCounterBack } from '@/lib/server/passkeys/counter-back';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { relyingParty } from '@/lib/server/passkeys/register';
import { issueStatement, type StatementCore } from '@/lib/server/passkeys/statement';
import { now } from '@/lib/server/runtime/clock';

/** Schema of the answer of a passkey to an issued statement. */
export const signatureSchema = z.strictObject({ nonce: nonceSchema, assertion: assertionSchema });
export type Signature = z.infer<typeof signatureSchema>;

/**
 * Schema of the signature over what only lowers what may leave. It is never needed: a person who does without says so
 * (`declined`); undefined in the first call.
 */
export const optionalSignatureSchema = z.union([signatureSchema, z.literal('declined')]).optional();
export type OptionalSignature = z.infer<typeof optionalSignatureSchema>;

/** What the statement of a decision says of what is decided, besides the findings. */
export type DecisionCore = Omit<StatedCore, 'findings'>;
type StatedCore = Omit<StatementCore, 'console' | 'chain'>;

/** A decision to sign: what its statement says, and the texts that it names by hash. */
export interface DecisionToSign {
  core: DecisionCore;
  /** What was shown beside the decision; its hash is in the statement. */
  findings?: string;
  /** The other texts that the statement names, for those who verify it later; or one text, which it is all about. */
  texts: { facts?: string; items?: string; attachments?: string } | string;
  /** The signature over the statement that was issued before; undefined in the first call. */
  signature: Signature | undefined;
  /** The only passkeys that may sign, by credential ID, and the sentence for others; all of the role where absent. */
  only?: { credentialIds: readonly string[]; otherwise: string } | undefined;
}

/** Place of a signed decision in the chain. */
export interface SignedPlace {
  root: string;
  position: number;
}

/** A signature that was accepted, with the end of the decision's validity as signed. */
export interface SignedDecision {
  place: SignedPlace;
  validUntil: Date | undefined;
}

/** Why a decision was not signed. Nothing has changed after any of them. */
export type SigningFailure = Unsigned | { kind: 'not-now' | 'not-possible'; reason: string };

interface SigningKeys {
  read: ReadKeyList;
  credentialIds: string[];
}

/** Finds the passkeys with which a person can sign as a role or group now; undefined where there is none. */
async function findSigningKeys(
  { id }: Pick<Person, 'id'>,
  as: string,
  from: Database | Transaction,
): Promise<SigningKeys | undefined> {
  const rp = relyingParty();
  const read = rp.ok ? await readKeyList(from) : undefined;
  if (!rp.ok || !read || !isListOf(read, rp.value)) return undefined;
  const { length } = read.list.chain;
  const credentialIds = read.list
    .listKeys()
    .filter((key) => key.record.person.id === id && canSignAt(key, as, length))
    .map(({ record }) => record.credentialId);
  return credentialIds.length > 0 ? { read, credentialIds } : undefined;
}

/** Tells whether a person has a passkey that counts for a role. */
async function hasPasskeyFor(
  person: Pick<Person, 'id'>,
  as: string,
  from: Database | Transaction = database(),
): Promise<boolean> {
  return (await findSigningKeys(person, as, from)) !== undefined;
}

/** Tells whether a person signs what they decide in all of these roles, so that it needs no renewed sign-in. */
export async function isSigner(person: Pick<Person, 'id'>, roles: readonly string[]): Promise<boolean> {
  for (const role of new Set(roles)) if (!(await hasPasskeyFor(person, role))) return false;
  return roles.length > 0;
}

/**
 * Chooses the role in which a person signs a kind of decision: one of theirs that the kind takes, first one for which
 * they have a passkey.
 */
export async function chooseSigningRole(
  transaction: Transaction,
  person: Pick<Person, 'id'>,
  { kind, roles }: { kind: StatementKind; roles: readonly Role[] },
): Promise<Role> {
  const taken = roles.filter((role) => canSignAs(kind, role));
  for (const role of taken) if (await hasPasskeyFor(person, role, transaction)) return role;
  const [first] = taken;
  if (!first) throw new Error(`none of the roles ${roles.join(', ')} signs ${kind}`);
  return first;
}

/** Tells whether a person must sign what they decide in any of these roles: where they have a passkey, or all must. */
export async function mustSignAs(transaction: Transaction, person: Person, roles: readonly string[]): Promise<boolean> {
  if (isProofRequired()) return true;
  for (const role of roles) if (await hasPasskeyFor(person, role, transaction)) return true;
  return false;
}

/**
 * Takes the signature over a decision, in the transaction that decides: appends the statement to the chain and gives
 * its place. Gives undefined for a person without a passkey, unless the decision must be signed (CONSOLE_PROOF). Where
 * the signature is missing, issues the statement and fails with what the browser's prompt needs; the caller changes
 * nothing then, and is called again with the signature.
 */
export async function signDecision(
  transaction: Transaction,
  person: Person,
  { core: described, findings, texts, signature, only }: DecisionToSign,
): Promise<Result<SignedDecision | undefined, SigningFailure>> {
  const mayUse = (credentialId: string) => only?.credentialIds.includes(credentialId) ?? true;
  // Before anything is appended: what was refused here leaves no entry in the chain.
  if (only && (only.credentialIds.length === 0 || (signature && !mayUse(signature.assertion.credentialId))))
    return fail({ kind: 'not-possible', reason: only.otherwise });
  const core = { ...described, ...(findings !== undefined && { findings: await sha256Hex(findings) }) };
  if (signature) return acceptSignature(transaction, person, { core, signature });
  const keys = await findSigningKeys(person, core.as, transaction);
  if (!keys)
    return isProofRequired() && !KINDS[core.kind].onlyLowers
      ? fail({ kind: 'not-possible', reason: await explainMissingPasskey(transaction, person, core.as) })
      : ok(undefined);
  const { read, credentialIds } = keys;
  const options = await issueStatement(
    person,
    { ...core, console: read.root.fingerprint, chain: read.list.chain.head },
    {
      rpId: read.list.root.rpId,
      credentialIds: credentialIds.filter(mayUse),
      into: transaction,
      content: typeof texts === 'string' ? texts : JSON.stringify({ ...texts, findings }),
      purpose: 'decision',
    },
  );
  return fail({ kind: 'unsigned', options });
}

/** Explains why a person cannot sign decisions in a role that must be signed; undefined where they can, or need not. */
export async function findSigningObstacle(person: Pick<Person, 'id'>, as: string): Promise<string | undefined> {
  if (!isProofRequired() || (await hasPasskeyFor(person, as))) return undefined;
  return explainMissingPasskey(database(), person, as);
}

/**
 * Explains why a decision that must be signed cannot be: no key list here, or no passkey of the person for the role.
 */
async function explainMissingPasskey(
  transaction: Pick<Transaction, 'select'>,
  { id }: Pick<Person, 'id'>,
  as: string,
): Promise<string> {
  const read = await readKeyList(transaction);
  if (!read) return NO_ROOT;
  const rp = relyingParty();
  if (!rp.ok) return rp.error;
  if (!isListOf(read, rp.value)) return OTHER_ADDRESS;
  const { length } = read.list.chain;
  const ids = new Set(
    read.list.listKeys().flatMap((key) => (canSignAt(key, 'admin', length) ? [key.record.person.id] : [])),
  );
  const administrators = await transaction
    .select({ name: personLabel() })
    .from(people)
    .where(inArray(people.id, [...ids]));
  const names = joinList(
    administrators.map(({ name }) => name),
    'or',
  );
  const isWaiting = read.list.listPending().some(({ record }) => record.person.id === id);
  return isWaiting
    ? `This console takes decisions only with a passkey, and yours waits for two administrators to confirm it: ${names}.`
    : `This console takes decisions only with a passkey, and you have none that counts for the role ${as}. Add one ` +
        `under Account; two administrators confirm it: ${names}.`;
}

/** `core` is what the decision is about as the transaction finds it now. */
async function acceptSignature(
  transaction: Transaction,
  person: Person,
  { signature: { nonce, assertion }, core }: { signature: Signature; core: StatedCore },
): Promise<Result<SignedDecision, SigningFailure>> {
  const challenge = await acceptChallenge(transaction, person, { nonce, purpose: 'decision' });
  if (!challenge) return fail({ kind: 'not-now', reason: CHALLENGE_GONE });
  const read = readStatement(challenge.statement);
  if (!read.ok) return fail({ kind: 'not-possible', reason: read.error.sentence });
  const statement = read.value;
  const isOnTime = checkArrival(statement, now());
  if (!isOnTime.ok) return fail({ kind: 'not-now', reason: isOnTime.error.sentence });
  if (!isAbout(statement, core)) return fail({ kind: 'not-now', reason: CHANGED });
  const { statement: text, content } = challenge;
  const appended = await appendDecision(transaction, { statement, text, assertion, content });
  if (!appended.ok && appended.error !== 'no-root' && appended.error.name === 'counter-went-back')
    reportCounterBack(person.id);
  if (!appended.ok)
    return fail(
      appended.error === 'no-root'
        ? { kind: 'not-now', reason: NO_ROOT }
        : { kind: 'not-possible', reason: appended.error.sentence },
    );
  const { validUntil } = statement;
  return ok({ place: appended.value, validUntil: validUntil === undefined ? undefined : new Date(validUntil) });
}

/** Members that a statement gets when it is issued, and that stay as they were then. */
const ISSUED: ReadonlySet<string> = new Set([
  'format',
  'service',
  'person',
  'issued',
  'answerBy',
  'nonce',
  'console',
  'chain',
  'validUntil',
]);

/** Tells whether a statement is about exactly this. */
function isAbout(statement: Statement, core: StatedCore): boolean {
  return writeSaid(statement) === writeSaid(core);
}

const writeSaid = (members: object) =>
  canonicalize(Object.fromEntries(Object.entries(members).filter(([name]) => !ISSUED.has(name))));

const CHANGED =
  'What you signed is no longer what would be decided: the request, its checks, the use of a limit over time, the ' +
  'policy or your comment changed. Decide again.';
