import { z } from 'zod';
import { sha256Hex } from '@/lib/proof/bytes';
import { KINDS } from '@/lib/proof/kinds';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import { importPublicKey } from '@/lib/proof/keys/public-key';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import {
  isConfused,
  isEqualPerson,
  isOriginOf,
  isSamePerson,
  type KeyRecord,
  keyRecordSchema,
  readCanonical,
  rightsSchema,
  writeKeyRecord,
} from '@/lib/proof/keys/root';
import { type ProofContext, readPlaced, type SignedEntry, verifySignature, verifySigned } from '@/lib/proof/signed';
import { signedText, type SigningPerson, type Statement } from '@/lib/proof/statement';
import { ok, type Result } from '@/lib/result';

/** Schema of what `rights` is signed over: what all passkeys of a person may sign from now on. */
export const personRightsSchema = z.strictObject({
  format: z.literal('countersign/rights/1'),
  person: signedText(200),
  ...rightsSchema.shape,
});

/** A passkey whose owner signed `key.add`, and which two administrators have yet to confirm. */
export interface PendingKey {
  record: KeyRecord;
  /** SHA-256 of the record, which confirmations name. */
  sha256: string;
  /** Entry of `key.add`. */
  number: number;
}

/** What two people must sign alike. */
type Change = Pick<Statement, 'kind' | 'subject' | 'sha256'>;

interface Signer {
  person: SigningPerson;
  credentialId: string;
}

/** Changes that were signed and do not hold yet. */
export class PendingChanges {
  readonly keys = new Map<string, PendingKey>();
  readonly #signers = new Map<string, readonly Signer[]>();
  readonly #versions = new Map<string, number>();

  /** Lists who signed a change so far, and with which passkey. */
  signersOf(change: Change): readonly Signer[] {
    return this.#signers.get(nameChange(change)) ?? [];
  }

  setSigners(change: Change, signers: readonly Signer[]): void {
    this.#signers.set(nameChange(change), signers);
  }

  /** Forgets the signatures under a change, which took effect or was dropped. */
  forget(change: Change): void {
    this.#signers.delete(nameChange(change));
  }

  /** Tells whether a version of a subject is in force already, or a later one. */
  isSuperseded({ kind, subject }: Statement): boolean {
    return subject.version <= this.versionOf({ kind, id: subject.id });
  }

  /** Gives the version of a subject that is in force; 0 where there is none. */
  versionOf({ kind, id }: { kind: string; id: string }): number {
    return this.#versions.get(`${kind} ${id}`) ?? 0;
  }

  supersede({ kind, subject }: Statement): void {
    this.#versions.set(`${kind} ${subject.id}`, subject.version);
  }
}

type KeyEventKind = 'key.add' | 'key.confirm' | 'key.remove' | 'rights' | 'origin.add';

/** A key event: the entry, and the exact bytes that it was signed over. */
export interface KeyEvent extends SignedEntry {
  content: string;
}

type Outcome = Result<undefined, Refusal>;
type Apply = (context: ProofContext, pending: PendingChanges, event: KeyEvent) => Promise<Outcome>;

const EVENTS: Record<KeyEventKind, Apply> = {
  'key.add': addKey,
  'key.confirm': confirmKey,
  'key.remove': removeKey,
  rights: changeRights,
  'origin.add': addOrigin,
};

/** Tells whether statements of a kind change the key list. */
export function isKeyEvent(kind: string): kind is KeyEventKind {
  return Object.hasOwn(EVENTS, kind);
}

/** Applies a key event to the list, or refuses it by name; a refused event changes nothing. */
export async function applyKeyEvent(
  kind: KeyEventKind,
  context: ProofContext,
  pending: PendingChanges,
  event: KeyEvent,
): Promise<Outcome> {
  return EVENTS[kind](context, pending, event);
}

async function addKey(context: ProofContext, pending: PendingChanges, event: KeyEvent): Promise<Outcome> {
  const placed = readPlaced(context, event);
  if (!placed.ok) return placed;
  const statement = placed.value;
  const record = readCanonical(keyRecordSchema, event.content);
  const isAboutThis =
    record?.credentialId === statement.subject.id &&
    record.credentialId === event.assertion?.credentialId &&
    (await sha256Hex(event.content)) === statement.sha256;
  if (!record || !isAboutThis) return refuse('key-event-content');
  const { person } = record;
  const others = [...context.keys.listAt(event.number - 1), ...pending.keys.values()];
  const isConfusing = others.some((other) => isConfused(person, other.record.person));
  if (isConfusing || !isEqualPerson(person, statement.person)) return refuse('wrong-person');
  if (context.keys.knows(record) || pending.keys.has(record.credentialId)) return refuse('key-already-known');
  const { aaguids, isDeviceBoundOnly } = context.root.authenticators;
  if (aaguids.length > 0 && !aaguids.includes(record.aaguid)) return refuse('key-not-allowed');
  const imported = await importPublicKey(record.publicKey);
  if (!imported.ok) return imported;
  const signed = await verifySignature(context, event, record.publicKey);
  if (!signed.ok) return signed;
  if (isDeviceBoundOnly && signed.value.isSyncable) return refuse('key-not-allowed');
  pending.keys.set(record.credentialId, { record, sha256: statement.sha256, number: event.number });
  return ok(undefined);
}

async function confirmKey(context: ProofContext, pending: PendingChanges, event: KeyEvent): Promise<Outcome> {
  const signed = await verifyChange(context, pending, event);
  if (!signed.ok) return signed;
  const statement = signed.value;
  const waiting = pending.keys.get(statement.subject.id);
  if (!waiting) return refuse('key-unknown');
  if (waiting.sha256 !== statement.sha256) return refuse('key-event-content');
  if (isSamePerson(statement.person, waiting.record.person)) return refuse('own-key');
  // One public key under two credential IDs: whichever is confirmed first holds.
  if (context.keys.knows(waiting.record)) return refuse('key-already-known');
  if (!isComplete(context, pending, { statement, event })) return ok(undefined);
  pending.keys.delete(statement.subject.id);
  context.keys.add(waiting.record, event.number);
  return ok(undefined);
}

async function removeKey(context: ProofContext, pending: PendingChanges, event: KeyEvent): Promise<Outcome> {
  const signed = await verifyChange(context, pending, event);
  if (!signed.ok) return signed;
  const statement = signed.value;
  const waiting = pending.keys.get(statement.subject.id);
  const listed = context.keys.find(statement.subject.id);
  const record = waiting?.record ?? listed?.record;
  if (!record) return refuse('key-unknown');
  if (listed?.until !== undefined) return refuse('key-removed');
  if ((await sha256Hex(writeKeyRecord(record))) !== statement.sha256) return refuse('key-event-content');
  const isHolder = statement.as === 'holder';
  if (isHolder && !isSamePerson(statement.person, record.person)) return refuse('wrong-person');
  if (!isHolder && !isComplete(context, pending, { statement, event })) return ok(undefined);
  pending.keys.delete(record.credentialId);
  // The same passkey may be added once more; confirmations of the first time do not count then.
  for (const kind of ['key.confirm', 'key.remove'] as const) pending.forget({ ...statement, kind });
  context.keys.remove(record.credentialId, event.number);
  return ok(undefined);
}

async function changeRights(context: ProofContext, pending: PendingChanges, event: KeyEvent): Promise<Outcome> {
  const signed = await verifyChange(context, pending, event);
  if (!signed.ok) return signed;
  const statement = signed.value;
  const rights = readCanonical(personRightsSchema, event.content);
  const isAboutThis = rights?.person === statement.subject.id && (await sha256Hex(event.content)) === statement.sha256;
  if (!rights || !isAboutThis) return refuse('key-event-content');
  if (pending.isSuperseded(statement)) return refuse('version-superseded');
  const keys = context.keys.listAt(event.number - 1).filter(({ record }) => record.person.id === rights.person);
  if (keys.length === 0) return refuse('key-unknown');
  if (keys.some(({ record }) => isSamePerson(record.person, statement.person))) return refuse('own-key');
  if (!isComplete(context, pending, { statement, event })) return ok(undefined);
  pending.supersede(statement);
  const { roles, groups } = rights;
  for (const key of keys) context.keys.setRights(key, { roles, groups }, event.number);
  return ok(undefined);
}

async function addOrigin(context: ProofContext, pending: PendingChanges, event: KeyEvent): Promise<Outcome> {
  const signed = await verifyChange(context, pending, event);
  if (!signed.ok) return signed;
  const statement = signed.value;
  const origin = event.content;
  const isAboutThis = origin === statement.subject.id && (await sha256Hex(origin)) === statement.sha256;
  if (!isAboutThis || !isOriginOf(origin, context.root.rpId)) return refuse('key-event-content');
  if (isComplete(context, pending, { statement, event })) context.keys.addOrigin(origin, event.number);
  return ok(undefined);
}

/** Verifies the signature under a change; its passkey is on the list until just before the event. */
async function verifyChange(
  context: ProofContext,
  pending: PendingChanges,
  event: KeyEvent,
): Promise<Result<Statement, Refusal>> {
  const signed = await verifySigned(context, event, event.number - 1);
  if (!signed.ok) return signed;
  const { statement } = signed.value;
  const signers = listSigners(context, pending, { statement, event });
  const hasSigned = signers.some(({ person }) => isSamePerson(person, statement.person));
  return hasSigned ? refuse('already-signed') : ok(statement);
}

/** Lists who signed a change before, but for those whose passkey may not sign it any more. */
function listSigners(
  { keys }: ProofContext,
  pending: PendingChanges,
  { statement, event }: { statement: Statement; event: KeyEvent },
): Signer[] {
  return pending.signersOf(statement).filter(({ credentialId }) => {
    const key = keys.find(credentialId);
    return key !== undefined && canSignAt(key, statement.as, event.number - 1);
  });
}

/** Counts a signature under a change, and tells whether as many people as its kind takes have signed. */
function isComplete(
  context: ProofContext,
  pending: PendingChanges,
  signed: { statement: Statement; event: KeyEvent },
): boolean {
  const { statement, event } = signed;
  const credentialId = event.assertion?.credentialId ?? '';
  const signers = [...listSigners(context, pending, signed), { person: statement.person, credentialId }];
  const isEnough = signers.length >= KINDS[statement.kind].signers;
  if (isEnough) pending.forget(statement);
  else pending.setSigners(statement, signers);
  return isEnough;
}

function nameChange({ kind, subject, sha256 }: Change): string {
  return JSON.stringify([kind, subject.id, subject.version, sha256]);
}
