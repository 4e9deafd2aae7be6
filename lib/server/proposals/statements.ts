/**
 * The statements that people sign about changes that take two of them (docs/decisions/0037-changes-are-signed.md): what
 * each kind of change says, and the signing of a step. Both people sign the same bytes.
 */
import 'server-only';
import { and, eq } from 'drizzle-orm';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import type { StatementKind } from '@/lib/proof/kinds';
import type { ProposalKind } from '@/lib/proposals/proposals';
import { fail, ok, type Result } from '@/lib/result';
import type { Person } from '@/lib/server/auth/sessions';
import type { Transaction } from '@/lib/server/database/client';
import { proposalSignatures } from '@/lib/server/database/schema/proofs';
import {
  chooseSigningRole,
  signDecision,
  type Signature,
  type SignedPlace,
  type SigningFailure,
} from '@/lib/server/passkeys/decisions';
import { isProofRequired } from '@/lib/server/passkeys/mode';

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

type Describe = (payload: never, subject: string) => Omit<ChangeStatement, 'content'> & { content: unknown };

/**
 * The statement of each kind of change; null for what is not signed. Changes of a version are signed about the version
 * that they would become; what is not versioned names what it changes in its payload (`since`, `fence`, `before`), so
 * that an old signature fits no later change.
 */
const STATEMENTS: Record<ProposalKind, Describe | null> = {
  policy: ({ basedOn, rules }: { basedOn: number; rules: unknown }) => ({
    kind: 'policy',
    subject: { id: 'policy', version: basedOn + 1 },
    content: rules,
  }),
  directory: ({ basedOn, directory }: { basedOn: number; directory: unknown }) => ({
    kind: 'registry',
    subject: { id: 'registry', version: basedOn + 1 },
    content: directory,
  }),
  'profile-names': ({ basedOn, profiles }: { basedOn: number; profiles: unknown }) => ({
    kind: 'profile',
    subject: { id: 'profile-names', version: basedOn + 1 },
    content: profiles,
  }),
  'external-profiles': ({ basedOn, profiles }: { basedOn: number; profiles: unknown }) => ({
    kind: 'profile',
    subject: { id: 'external-profiles', version: basedOn + 1 },
    content: profiles,
  }),
  'notification-targets': ({ basedOn, targets }: { basedOn: number; targets: unknown }) => ({
    kind: 'notificationTarget',
    subject: { id: 'notification-targets', version: basedOn + 1 },
    content: targets,
  }),
  'profile-rights': ({ basedOn, rights }: { basedOn: number; rights: unknown }) => ({
    kind: 'profile',
    subject: { id: 'profile-rights', version: basedOn + 1 },
    content: rights,
  }),
  'approver-groups': ({ basedOn, groups }: { basedOn: number; groups: unknown }) => ({
    kind: 'group',
    subject: { id: 'approver-groups', version: basedOn + 1 },
    content: groups,
  }),
  recipient: (payload: unknown, id) => ({ kind: 'recipient', subject: { id, version: 1 }, content: payload }),
  'release-stop': (payload: unknown) => ({
    kind: 'sending.resume',
    subject: { id: 'sending', version: 1 },
    content: payload,
  }),
  'resolve-send': (payload: unknown, id) => ({ kind: 'send.resolve', subject: { id, version: 1 }, content: payload }),
  'lift-suspension': (payload: unknown, id) => ({
    kind: 'person.restore',
    subject: { id, version: 1 },
    content: payload,
  }),
  // Clears an alarm; sending stays stopped until two people resume it.
  'known-transfers': null,
};

/** Describes a change as its statement does; undefined for a kind that is not signed. */
export function describeChange({ kind, subject, payload }: ProposedChange): ChangeStatement | undefined {
  const described = STATEMENTS[kind]?.(JSON.parse(JSON.stringify(payload)) as never, subject);
  return described && { ...described, content: writeCanonical(described.content) };
}

/** Tells whether changes of a kind are signed. */
export const isSignedKind = (kind: ProposalKind) => STATEMENTS[kind] !== null;

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

/** Refuses a change whose proposer did not sign it, where signatures are required. */
export async function checkProposerSigned(
  transaction: Transaction,
  { id, kind, proposedBy }: { id: string; kind: ProposalKind; proposedBy: string },
): Promise<Result<null, { kind: 'not-possible'; reason: string }>> {
  if (!isProofRequired() || !isSignedKind(kind)) return ok(null);
  const [signed] = await transaction
    .select({ position: proposalSignatures.position })
    .from(proposalSignatures)
    .where(and(eq(proposalSignatures.proposalId, id), eq(proposalSignatures.personId, proposedBy)));
  return signed ? ok(null) : fail({ kind: 'not-possible', reason: UNSIGNED });
}

const UNSIGNED =
  'The proposer did not sign this change with a passkey, and the console requires it now. Decline the change; if it is ' +
  'needed, propose it again.';
