/**
 * The set-up of a root: at least two administrators each add a passkey, all see one fingerprint, and each signs it.
 *
 * | step    | what it waits for                                                                        |
 * | ------- | ---------------------------------------------------------------------------------------- |
 * | open    | administrators who add a passkey (with the one-time code, where `proof:init` gave one)   |
 * | compare | the signature of every member over the root, which is fixed from here on                 |
 * | ended   | agreed: the root is stored. Cancelled by an administrator, or expired: nothing is stored |
 *
 * - A stored root counts only where the environment names it (PROOF_ROOT); see lib/server/passkeys/key-list/root.ts.
 * - The signature of a member is a `key.add` over the own record with the fingerprint as console and head: the second
 *   of the two touches, and the agreement, in one.
 */
import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { type Assertion, verifyAssertion } from '@/lib/proof/keys/assertion';
import { sha256Hex } from '@/lib/proof/bytes';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { type KeyRecord, type ProofRoot, readRoot, writeRoot } from '@/lib/proof/keys/root';
import { challengeOf } from '@/lib/proof/statement';
import { MIN_ADMINISTRATORS, type PasskeyFailure, type SetUpView, type SigningOptions } from '@/lib/passkeys/contract';
import type { Denial } from '@/lib/http/denials';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { settings } from '@/lib/server/config/settings';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { proofKeys, proofRoots, proofSetUpMembers, proofSetUps } from '@/lib/server/database/schema/proofs';
import { log } from '@/lib/server/observability/log';
import type { Challenge } from '@/lib/server/passkeys/challenges';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { findOneOf } from '@/lib/server/passkeys/other-people';
import { isAdministrator, relyingParty } from '@/lib/server/passkeys/register';
import { hashNewestPolicy } from '@/lib/server/passkeys/signed-policy';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';
import {
  findOpen,
  hashCode,
  listMembers,
  lockOpen,
  openSetUp,
  readUnpinned,
  type SetUp,
  type SetUpRow,
} from '@/lib/server/passkeys/set-up/set-up-rows';
import { issueKeyStatement } from '@/lib/server/passkeys/statement';

const FLOOR = 1;

/** Begins a set-up from the page, which only a sandbox without a root allows. Takes no input. */
export async function beginSetUp(): Promise<Result<null, PasskeyFailure>> {
  const person = await authorize('confirmPasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const rp = relyingParty();
  if (!rp.ok) return fail({ kind: 'not-possible', reason: rp.error });
  if (!(await canBeginHere())) return fail({ kind: 'not-now', reason: CODE_NEEDED });
  return inTransaction(async (transaction) => {
    const opened = await openSetUp(transaction, { codeHash: null });
    if (opened === undefined) return fail({ kind: 'not-now', reason: 'A set-up is open already. Join it.' });
    await appendAudit(transaction, entryOf(person.value, 'root.begun'));
    return ok(null);
  });
}

/** Reads the set-up as the reader sees it; administrators only. */
export async function readSetUp(): Promise<Result<SetUpView, Denial>> {
  const reader = await authorize('confirmPasskeys');
  if (!reader.ok) return reader;
  const rp = relyingParty();
  if (!rp.ok) return ok({ step: 'blocked', reason: rp.error });
  const setUp = await findOpen(database());
  if (!setUp) {
    const root = await readRootInForce();
    if (root) return ok({ step: 'done', root: root.fingerprint, isPinned: root.isPinned });
    return ok({ step: 'none', canBegin: await canBeginHere(), unpinned: await readUnpinned() });
  }
  const members = await listMembers(database(), setUp.id);
  const own = members.find(({ personId }) => personId === reader.value.id);
  const shown = members.map(({ personId, name, record, agreedAt }) => ({
    personId,
    name,
    passkeyName: (JSON.parse(record) as KeyRecord).name,
    hasAgreed: agreedAt !== null,
    isOwn: personId === reader.value.id,
  }));
  const endsAt = setUp.endsAt.toISOString();
  if (setUp.document === null)
    return ok({
      step: 'open',
      needsCode: setUp.codeHash !== null,
      hasJoined: own !== undefined,
      members: shown,
      endsAt,
    });
  return ok({
    step: 'compare',
    fingerprint: await sha256Hex(setUp.document),
    hasJoined: own !== undefined,
    hasAgreed: (own?.agreedAt ?? null) !== null,
    members: shown,
    endsAt,
  });
}

/** Checks that an administrator may join the open set-up with this code, and returns the set-up. */
export async function canJoin(person: Person, code: string): Promise<Result<SetUp, PasskeyFailure>> {
  const setUp = await findOpen(database());
  if (!setUp) return fail({ kind: 'not-now', reason: NONE_OPEN });
  if (setUp.codeHash !== null && setUp.codeHash !== hashCode(code))
    return fail({ kind: 'invalid', reason: 'The one-time code is not the one that npm run proof:init printed.' });
  if (setUp.document !== null) return fail({ kind: 'not-now', reason: CLOSED });
  const members = await listMembers(database(), setUp.id);
  return members.some(({ personId }) => personId === person.id) ? fail({ kind: 'not-now', reason: JOINED }) : ok(setUp);
}

/** Adds the caller's verified passkey to a set-up. */
export async function joinSetUp(
  person: Person,
  { setUpId, record, registration }: { setUpId: string; record: string; registration: string },
): Promise<Result<null, PasskeyFailure>> {
  return inTransaction(async (transaction) => {
    const session = await lockSession(transaction, person, 0);
    if (!session) return fail({ kind: 'signed-out' });
    if (!isAdministrator(session.roles)) return fail({ kind: 'forbidden', reason: ADMINISTRATORS_ONLY });
    const setUp = await lockOpen(transaction);
    if (setUp?.id !== setUpId) return fail({ kind: 'not-now', reason: NONE_OPEN });
    if (setUp.document !== null) return fail({ kind: 'not-now', reason: CLOSED });
    const members = (await listMembers(transaction, setUpId)).map((member) => member.personId);
    if ((await findOneOf(transaction, person.id, members)) === 'same-person')
      return fail({ kind: 'not-now', reason: SAME_PERSON });
    const [joined] = await transaction
      .insert(proofSetUpMembers)
      .values({ setUpId, personId: person.id, record, registration })
      .onConflictDoNothing()
      .returning({ personId: proofSetUpMembers.personId });
    if (!joined) return fail({ kind: 'not-now', reason: JOINED });
    const { name: passkey, credentialId } = JSON.parse(record) as KeyRecord;
    await appendAudit(transaction, { ...entryOf(person, 'root.joined'), after: { passkey, credentialId } });
    return ok(null);
  });
}

/** Fixes the root of the open set-up once all administrators have joined, so that they can compare its fingerprint. */
export async function closeSetUp(): Promise<Result<null, PasskeyFailure>> {
  const person = await authorize('confirmPasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const rp = relyingParty();
  if (!rp.ok) return fail({ kind: 'not-possible', reason: rp.error });
  const before = await readKeyList();
  return inTransaction(async (transaction) => {
    const setUp = await lockOpen(transaction);
    if (!setUp) return fail({ kind: 'not-now', reason: NONE_OPEN });
    if (setUp.document !== null) return ok(null);
    const members = await listMembers(transaction, setUp.id);
    if (!members.some(({ personId }) => personId === person.value.id))
      return fail({ kind: 'not-now', reason: 'Add your passkey first.' });
    if (members.length < MIN_ADMINISTRATORS)
      return fail({ kind: 'not-now', reason: 'At least two administrators must add a passkey first.' });
    const { PROOF_AUTHENTICATORS, CONSOLE_ENVIRONMENT } = settings();
    const root: ProofRoot = {
      format: 'countersign/root/1',
      rpId: rp.value.rpId,
      origins: [rp.value.origin],
      environment: CONSOLE_ENVIRONMENT,
      floor: FLOOR,
      authenticators: PROOF_AUTHENTICATORS,
      keys: members.map(({ record }) => JSON.parse(record) as KeyRecord),
      policy: await hashNewestPolicy(transaction),
      ...(before && { previous: { root: before.root.fingerprint, head: before.list.chain.head } }),
    };
    const document = writeRoot(root);
    const read = await readRoot(document, await sha256Hex(document));
    if (!read.ok) return fail({ kind: 'not-possible', reason: `${read.error.sentence} Cancel the set-up.` });
    await transaction.update(proofSetUps).set({ document }).where(eq(proofSetUps.id, setUp.id));
    return ok(null);
  });
}

/** Issues the statement by which a member agrees to the root (step 2). Takes no input. */
export async function startAgreeing(): Promise<Result<SigningOptions, PasskeyFailure>> {
  const person = await authorize('confirmPasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  const rp = relyingParty();
  if (!rp.ok) return fail({ kind: 'not-possible', reason: rp.error });
  const setUp = await findOpen(database());
  if (!setUp || setUp.document === null) return fail({ kind: 'not-now', reason: NONE_OPEN });
  const members = await listMembers(database(), setUp.id);
  const own = members.find(({ personId }) => personId === person.value.id);
  if (!own) return fail({ kind: 'not-now', reason: CLOSED });
  if (own.agreedAt !== null) return fail({ kind: 'not-now', reason: 'You have agreed to this fingerprint.' });
  const fingerprint = await sha256Hex(setUp.document);
  const { credentialId } = JSON.parse(own.record) as KeyRecord;
  return ok(
    await issueKeyStatement(
      person.value,
      { kind: 'key.add', as: 'holder', credentialId, record: own.record, console: fingerprint, chain: fingerprint },
      { rpId: rp.value.rpId, credentialIds: [credentialId], setUpId: setUp.id },
    ),
  );
}

/** Takes the signature of a member under the root. The last one stores the root, and ends the set-up. */
export async function agreeToRoot(
  transaction: Transaction,
  person: Person,
  { setUpId, challenge, assertion }: { setUpId: string; challenge: Challenge; assertion: Assertion },
): Promise<Result<null, PasskeyFailure | Refusal>> {
  const setUp = await lockOpen(transaction);
  if (setUp?.id !== setUpId || setUp.document === null) return fail({ kind: 'not-now', reason: NONE_OPEN });
  const members = await listMembers(transaction, setUpId);
  const own = members.find(({ personId }) => personId === person.id);
  if (!own) return fail({ kind: 'not-now', reason: CLOSED });
  const record = JSON.parse(own.record) as KeyRecord;
  if (assertion.credentialId !== record.credentialId) return refuse('key-unknown');
  const root = JSON.parse(setUp.document) as ProofRoot;
  const verified = await verifyAssertion(assertion, {
    key: record.publicKey,
    challenge: await challengeOf(challenge.statement),
    rpId: root.rpId,
    origins: root.origins,
  });
  if (!verified.ok) return verified;
  if (root.authenticators.isDeviceBoundOnly && verified.value.isSyncable) return refuse('key-not-allowed');
  await transaction
    .update(proofSetUpMembers)
    .set({ agreement: JSON.stringify({ statement: challenge.statement, assertion }), agreedAt: sql`now()` })
    .where(and(eq(proofSetUpMembers.setUpId, setUpId), eq(proofSetUpMembers.personId, person.id)));
  const isLast = members.every(({ personId, agreedAt }) => personId === person.id || agreedAt !== null);
  if (isLast) await storeRoot(transaction, person, { setUp, document: setUp.document, members });
  return ok(null);
}

/** Cancels the open set-up; administrators only. Nothing of it is kept. Takes no input. */
export async function cancelSetUp(): Promise<Result<null, PasskeyFailure>> {
  const person = await authorize('confirmPasskeys', { limit: 'decide' });
  if (!person.ok) return person;
  return inTransaction(async (transaction) => {
    const setUp = await lockOpen(transaction);
    if (!setUp) return fail({ kind: 'not-now', reason: NONE_OPEN });
    await transaction
      .update(proofSetUps)
      .set({ endedAt: sql`now()`, outcome: 'cancelled' })
      .where(eq(proofSetUps.id, setUp.id));
    await appendAudit(transaction, entryOf(person.value, 'root.cancelled'));
    return ok(null);
  });
}

async function storeRoot(
  transaction: Transaction,
  person: Person,
  { setUp, document, members }: { setUp: SetUp; document: string; members: readonly SetUpRow[] },
): Promise<void> {
  const fingerprint = await sha256Hex(document);
  await transaction.insert(proofRoots).values({ fingerprint, document });
  const labels = members.map(({ personId, record, registration }) => {
    const { credentialId, name } = JSON.parse(record) as KeyRecord;
    const { response } = JSON.parse(registration) as { response: { transports?: string[] } };
    return { credentialId, personId, name, transports: response.transports ?? [] };
  });
  await transaction.insert(proofKeys).values(labels).onConflictDoNothing();
  await transaction
    .update(proofSetUps)
    .set({ endedAt: sql`now()`, outcome: 'agreed' })
    .where(eq(proofSetUps.id, setUp.id));
  log.info({ root: fingerprint }, 'the root of the key list is set up');
  const names = members.map(({ name }) => name);
  await appendAudit(transaction, { ...entryOf(person, 'root.set'), after: { fingerprint, administrators: names } });
}

/** Tells whether the page may begin a set-up: in a sandbox without a root. */
async function canBeginHere(): Promise<boolean> {
  const { CONSOLE_ENVIRONMENT, PROOF_ROOT } = settings();
  return CONSOLE_ENVIRONMENT === 'sandbox' && PROOF_ROOT === undefined && !(await readRootInForce());
}

const entryOf = (person: Person, action: `root.${'begun' | 'joined' | 'set' | 'cancelled'}`) =>
  ({ action, ...actedBy(person), subject: 'key-list' }) as const;

const NONE_OPEN = 'No set-up is open any more: it ended, was cancelled, or ran out. Begin again.';
const CLOSED = 'The set-up takes no further passkeys: its members compare the fingerprint. Cancel it to begin again.';
const JOINED = 'You have added a passkey to this set-up.';
const SAME_PERSON =
  'Your account and the one of another member belong to one person. A set-up takes two people at least.';
const ADMINISTRATORS_ONLY = 'Only administrators can set up the key list.';
const CODE_NEEDED =
  'A set-up begins with npm run proof:init, run by the operator of the console; the command prints a ' +
  'one-time code.';
