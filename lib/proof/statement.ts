/**
 * The statement: one canonical text (RFC 8785) for each decision. Its SHA-256 is the challenge that a passkey signs, so
 * the text has exactly one spelling, and everything that a verifier needs is in it. Docs: docs/decisions/
 * 0034-a-decision-is-a-signature.md.
 *
 * - Members that every statement has: `format`, `kind`, `console` (fingerprint of the root), `service`, `subject`,
 *   `sha256` (of the bytes decided on), `person`, `as`, `chain` (head that the signer was given), `issued`, `answerBy`,
 *   `nonce`. `lib/proof/kinds.ts` says which of the others a kind needs or allows.
 * - A member that does not apply is left out, never null. Hashes are SHA-256 in lower-case hexadecimal digits, times
 *   are RFC 3339 in UTC with milliseconds, the nonce is base64url, numbers are whole.
 * - The text is at most 4 kB of UTF-8, without lone surrogates or NUL.
 */
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { fromBase64url, sha256, toBase64url, toUtf8 } from '@/lib/proof/bytes';
import { canSignAs, KIND_MEMBERS, KINDS, STATEMENT_KINDS } from '@/lib/proof/kinds';
import { refuse, type Refusal } from '@/lib/proof/refusals';
import { ok, type Result } from '@/lib/result';
import { isStorable } from '@/lib/text/storable-text';

export const STATEMENT_FORMAT = 'countersign/1';
export const MAX_STATEMENT_BYTES = 4096;
/** Time that a person has to answer a challenge. */
export const MAX_ANSWER_MS = 600_000;
const NONCE_BYTES = 16;

/** Creates the schema of a text that is signed: not empty, and a database gives it back unchanged. */
export const signedText = (maximum: number) => z.string().min(1).max(maximum).refine(isStorable);
const whole = z.int().min(1);
/** Schema of a time: RFC 3339 in UTC with milliseconds. */
export const instantSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .refine((value) => Number.isFinite(Date.parse(value)) && new Date(value).toISOString() === value);

/** Schema of a SHA-256 in lower-case hexadecimal digits. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
/** Schema of a person: the ID in the console, and issuer and subject at the identity provider. */
export const personSchema = z.strictObject({ id: signedText(200), issuer: signedText(500), subject: signedText(255) });
export type SigningPerson = z.infer<typeof personSchema>;

const statementSchema = z.strictObject({
  format: z.literal(STATEMENT_FORMAT),
  kind: z.enum(STATEMENT_KINDS),
  console: hashSchema,
  service: hashSchema,
  /** What is decided on; the longest ID is that of a passkey. */
  subject: z.strictObject({ id: signedText(1400), version: whole }),
  sha256: hashSchema,
  items: hashSchema.exactOptional(),
  attachments: hashSchema.exactOptional(),
  policy: hashSchema.exactOptional(),
  rule: whole.exactOptional(),
  facts: hashSchema.exactOptional(),
  findings: hashSchema.exactOptional(),
  chosenAddress: signedText(500).exactOptional(),
  person: personSchema,
  as: signedText(100),
  /** ID of the person for whom a delegate decides. */
  for: signedText(200).exactOptional(),
  comment: hashSchema.exactOptional(),
  /** ID of the person whose proposal of a change is signed: its signatures count for no other proposal. */
  proposedBy: signedText(200).exactOptional(),
  chain: hashSchema,
  issued: instantSchema,
  answerBy: instantSchema,
  validUntil: instantSchema.exactOptional(),
  nonce: z.string().refine((value) => fromBase64url(value)?.length === NONCE_BYTES),
});

/** What a person signs. */
export type Statement = z.infer<typeof statementSchema>;

/** Writes the canonical text of a statement, or refuses a statement that no verifier would take. */
export function writeStatement(statement: Statement): Result<string, Refusal> {
  const checked = checkMembers(statement);
  if (!checked.ok) return checked;
  const written = canonicalize(checked.value) ?? '';
  return isTooLong(written) ? refuse('statement-too-long') : ok(written);
}

/** Reads a statement from its canonical text; refuses every text that `writeStatement` would not have written. */
export function readStatement(written: string): Result<Statement, Refusal> {
  if (isTooLong(written)) return refuse('statement-too-long');
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return refuse('statement-unreadable');
  }
  const checked = checkMembers(value);
  if (!checked.ok) return checked;
  return canonicalize(checked.value) === written ? checked : refuse('statement-not-canonical');
}

/** Gives the challenge of a statement, as the browser gets it: the SHA-256 of the text in base64url. */
export async function challengeOf(written: string): Promise<string> {
  return toBase64url(await sha256(written));
}

/** Refuses an answer that came before the statement was issued or after the time to answer. Only arrival asks. */
export function checkArrival({ issued, answerBy }: Statement, now: Date): Result<undefined, Refusal> {
  const isLate = now.getTime() > Date.parse(answerBy) || now.getTime() < Date.parse(issued);
  return isLate ? refuse('answered-late') : ok(undefined);
}

function checkMembers(value: unknown): Result<Statement, Refusal> {
  const read = statementSchema.safeParse(value);
  if (!read.success) {
    const path = read.error.issues[0]?.path ?? [];
    return path[0] === 'kind' ? refuse('statement-unknown-kind') : refuse('statement-members', nameMember(path[0]));
  }
  const statement = read.data;
  const { needs, allows } = KINDS[statement.kind];
  const wrong = KIND_MEMBERS.find((member) =>
    statement[member] === undefined ? needs.includes(member) : ![...needs, ...allows].includes(member),
  );
  if (wrong !== undefined) return refuse('statement-members', nameMember(wrong));
  if (!canSignAs(statement.kind, statement.as)) return refuse('statement-members', nameMember('as'));
  const answerMs = Date.parse(statement.answerBy) - Date.parse(statement.issued);
  if (answerMs < 0 || answerMs > MAX_ANSWER_MS) return refuse('statement-members', nameMember('answerBy'));
  return ok(statement);
}

// Names only members of the schema: an added one may have any name.
function nameMember(member: PropertyKey | undefined): string | undefined {
  return typeof member === 'string' && member in statementSchema.shape ? `The member is “${member}”.` : undefined;
}

function isTooLong(written: string): boolean {
  // A character takes at least one byte, so that a long text need not be encoded to be refused.
  return written.length > MAX_STATEMENT_BYTES || toUtf8(written).length > MAX_STATEMENT_BYTES;
}
