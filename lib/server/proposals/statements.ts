/**
 * The statements that people sign about changes that take two of them (docs/decisions/0037-changes-are-signed.md): what
 * each kind of change says, and the signing of a step. Both people sign the same bytes.
 */
import 'server-only';
import { isEntryOf } from '@/lib/server/database/joins';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { readStatement } from '@/lib/proof/statement';
import type { StatementKind } from '@/lib/proof/kinds';
import type { ProposalKind } from '@/lib/proposals/proposals';
import { isSettingKind, type SettingKind, SETTINGS } from '@/lib/proposals/settings';
import { fail, ok, type Result } from '@/lib/result';
import type { Person } from '@/lib/server/auth/sessions';
import type { Transaction } from '@/lib/server/database/client';
import { proofEntries, proposalSignatures } from '@/lib/server/database/schema/proofs';
import {
  chooseSigningRole,
  signDecision,
  type Signature,
  type SignedPlace,
  type SigningFailure,
} from '@/lib/server/passkeys/decisions';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';

/** A change as it is proposed and stored. */
interface ProposedChange {
  kind: ProposalKind;
  subject: string;
  payload: unknown;
}

/** What the statement of a change says; the content is the text whose SHA-256 both people sign. */
interface ChangeStatement {
  kind: StatementKind;
  subject: { id: string; version: number };
  content: string;
}

/** The statement about a kind of change that is no setting: what it is about, in its payload; null for no statement. */
const STATEMENTS: Record<Exclude<ProposalKind, SettingKind>, StatementKind | null> = {
  recipient: 'recipient',
  'resume-sending': 'sending.resume',
  'resolve-send': 'send.resolve',
  'lift-suspension': 'person.restore',
  // Clears an alarm; sending stays stopped until two people resume it.
  'known-transfers': null,
};

const settingPayload = z.looseObject({ basedOn: z.number(), value: z.unknown() });

/**
 * Describes a change as its statement does; undefined for a kind that is not signed. A setting is signed about the
 * version that it would become; what has no versions names what it changes in its payload (`since`, `fence`,
 * `before`), so that an old signature fits no later change.
 */
export function describeChange({ kind, subject, payload }: ProposedChange): ChangeStatement | undefined {
  const stored: unknown = JSON.parse(JSON.stringify(payload));
  if (isSettingKind(kind)) {
    const { basedOn, value } = settingPayload.parse(stored);
    const { kind: signedKind, id } = SETTINGS[kind].signedAs;
    return { kind: signedKind, subject: { id, version: basedOn + 1 }, content: writeCanonical(value) };
  }
  const signedKind = STATEMENTS[kind];
  if (signedKind === null) return undefined;
  const id = kind === 'resume-sending' ? 'sending' : subject;
  return { kind: signedKind, subject: { id, version: 1 }, content: writeCanonical(stored) };
}

/** Tells whether changes of a kind are signed. */
export const isSignedKind = (kind: ProposalKind) => isSettingKind(kind) || STATEMENTS[kind] !== null;

/**
 * Takes a person's signature over a step with a change: proposing or confirming it. Gives undefined for a person who
 * signs nothing; fails with the statement to sign where the signature is missing.
 */
export async function signChange(
  transaction: Transaction,
  person: Person,
  {
    comment,
    signature,
    proposedBy,
    ...change
  }: ProposedChange & { comment: string; proposedBy: string; signature: Signature | undefined },
): Promise<Result<SignedPlace | undefined, SigningFailure>> {
  const described = describeChange(change);
  if (!described) return ok(undefined);
  const { kind, subject, content } = described;
  const signed = await signDecision(transaction, person, {
    texts: content,
    signature,
    core: {
      kind,
      subject,
      sha256: await sha256Hex(content),
      as: await chooseSigningRole(transaction, person, { kind, roles: person.roles }),
      proposedBy,
      ...(comment !== '' && { comment: await sha256Hex(comment) }),
    },
  });
  return signed.ok ? ok(signed.value?.place) : signed;
}

/** Records which entry of the chain is the signature of a step. */
export async function saveSignature(
  transaction: Transaction,
  { proposalId, person, place }: { proposalId: string; person: Pick<Person, 'id'>; place: SignedPlace | undefined },
): Promise<void> {
  if (place) await transaction.insert(proposalSignatures).values({ proposalId, personId: person.id, ...place });
}

/**
 * Refuses a change that is not the one that its proposer signed, and where signatures are required one whose proposer
 * did not sign it.
 */
export async function checkProposerSigned(
  transaction: Transaction,
  { id, proposedBy, ...change }: ProposedChange & { id: string; proposedBy: string },
): Promise<Result<null, { kind: 'not-possible'; reason: string }>> {
  const described = describeChange(change);
  if (!described) return ok(null);
  const [signed] = await transaction
    .select({ statement: proofEntries.statement })
    .from(proposalSignatures)
    .innerJoin(proofEntries, isEntryOf(proposalSignatures))
    .where(and(eq(proposalSignatures.proposalId, id), eq(proposalSignatures.personId, proposedBy)));
  if (!signed) return isProofRequired() ? fail({ kind: 'not-possible', reason: UNSIGNED }) : ok(null);
  const stated = readStatement(signed.statement);
  return stated.ok && stated.value.sha256 === (await sha256Hex(described.content))
    ? ok(null)
    : fail({ kind: 'not-possible', reason: ANOTHER_CHANGE });
}

const ANOTHER_CHANGE =
  'This change is not the one that its proposer signed: it was changed in the database. Nothing was changed. Tell an ' +
  'administrator, decline the change and propose it again.';
const UNSIGNED =
  'The proposer did not sign this change with a passkey, and the console requires it now. Decline the change; if it is ' +
  'needed, propose it again.';
