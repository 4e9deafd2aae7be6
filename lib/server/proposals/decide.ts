import 'server-only';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import { personLabel } from '@/lib/server/database/person-label';
import { staleSignIn } from '@/lib/http/denials';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  confirmCapabilityOf,
  confirmDenialReason,
  type ProposalFailure,
  type ProposalState,
  ruleOf,
  withdrawDenialReason,
} from '@/lib/proposals/proposals';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { proposals } from '@/lib/server/database/schema/proposals';
import { visibleProposals } from '@/lib/server/database/visible-profiles';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { type Signature, signatureSchema, type SigningFailure } from '@/lib/server/passkeys/decisions';
import { checkProposerSigned, isSignedKind, saveSignature, signChange } from '@/lib/server/proposals/statements';
import { type Choices, type FindChange, isSamePayload, type ReadChange } from '@/lib/server/proposals/change';
import { firstIssue } from '@/lib/server/proposals/propose';
import { type Step, takeStep } from '@/lib/server/proposals/step';
import { storableText } from '@/lib/text/storable-text';

const commentSchema = storableText().trim().max(500, 'The comment has more than 500 characters.');
const withdrawalSchema = z.strictObject({ proposalId: z.uuid(), comment: commentSchema });
const declineSchema = z.strictObject({ proposalId: z.uuid(), comment: commentSchema.min(1, 'Enter a reason.') });
/** `choices` answers what the kind has the confirming person choose (`addressChoiceBlockReason`). */
const confirmationSchema = withdrawalSchema.extend({
  choices: z.record(storableText().max(64), storableText().max(128)).default({}),
  signature: signatureSchema.optional(),
});

type Proposal = typeof proposals.$inferSelect;
type Outcome = Result<{ proposalId: string }, ProposalFailure | Unsigned>;

/**
 * Confirms a change that another person proposed, and makes it in the same transaction; takes unchecked input. Where
 * the change no longer applies, the proposal becomes void, with the reason.
 */
export async function confirmProposalOf(findChange: FindChange, input: unknown): Promise<Outcome> {
  const found = await findProposal(input, confirmationSchema, 'confirmer');
  if (!found.ok) return found;
  const { person, proposal, given } = found.value;
  const { comment, choices, signature } = given;
  const step = toStep(proposal, { comment, ...(Object.keys(choices).length > 0 && { choices }) });
  const change = findChange(proposal.kind);
  const prepared = await prepareAgain(change, person, { proposal, choices });
  return takeStep(person, async (transaction) =>
    step(await confirmIn(transaction, person, { change, proposal, comment, signature, prepared })),
  );
}

/** Declines a change that another person proposed, with a reason; takes unchecked input. */
export async function declineProposal(input: unknown): Promise<Outcome> {
  return endWith('DECLINED', input, declineSchema);
}

/** Withdraws a change that the same person proposed; takes unchecked input. */
export async function withdrawProposal(input: unknown): Promise<Outcome> {
  return endWith('WITHDRAWN', input, withdrawalSchema);
}

const ENDS = {
  DECLINED: { action: 'proposal.declined', denialReason: confirmDenialReason },
  WITHDRAWN: { action: 'proposal.withdrawn', denialReason: withdrawDenialReason },
} as const;

async function endWith(state: keyof typeof ENDS, input: unknown, schema: typeof withdrawalSchema): Promise<Outcome> {
  const found = await findProposal(input, schema, state === 'WITHDRAWN' ? 'proposer' : 'confirmer');
  if (!found.ok) return found;
  const { person, proposal, given } = found.value;
  const step = toStep(proposal, { comment: given.comment });
  return takeStep(person, async (transaction) => {
    const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
    if (!session) return step(fail({ kind: 'signed-out' }));
    const locked = await lock(transaction, proposal.id);
    const reason = ENDS[state].denialReason(
      { ...locked, proposerId: locked.proposedBy },
      { id: person.id, roles: session.roles },
    );
    if (reason !== undefined)
      return step(fail({ kind: 'not-now', reason: await addDecider(transaction, locked, reason) }));
    await end(transaction, person, { id: proposal.id, state, decisionComment: given.comment });
    return step(ok({ proposalId: proposal.id, actions: [{ action: ENDS[state].action }] }));
  });
}

/**
 * Authorizes the person for their part in the proposal, and reads the proposal. What the person may not see is answered
 * as missing before anything else is asked, so that no answer says which proposals exist.
 */
async function findProposal<Given extends { proposalId: string }>(
  input: unknown,
  schema: z.ZodType<Given>,
  part: 'proposer' | 'confirmer',
): Promise<Result<{ person: Person; proposal: Proposal; given: Given }, ProposalFailure>> {
  const given = schema.safeParse(input);
  const reader = await authorize('readPolicy', { limit: 'decide' });
  if (!reader.ok) return reader;
  if (!given.success) return fail({ kind: 'invalid', reason: firstIssue(given.error) });
  const [proposal] = await database()
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, given.data.proposalId), visibleProposals(reader.value)));
  if (!proposal) return fail({ kind: 'not-found' });
  const { kind } = proposal;
  const person = await authorize(part === 'proposer' ? ruleOf(kind).capability : confirmCapabilityOf(kind));
  return person.ok ? ok({ person: person.value, proposal, given: given.data }) : person;
}

/** Prepares the change again, outside the transaction, since a kind may have to call the service. */
async function prepareAgain(
  change: ReadChange,
  person: Person,
  { proposal, choices }: { proposal: Proposal; choices: Choices },
): Promise<Result<null, ProposalFailure>> {
  const { kind, subject, payload, state, proposedBy } = proposal;
  // Denied for this reason within the transaction; no call to the service is needed.
  if (confirmDenialReason({ kind, state, proposerId: proposedBy }, person) !== undefined) return ok(null);
  const stored = change(payload);
  // Proposed under an older version of the console, which allowed more.
  if (!stored.ok)
    return fail({
      kind: 'not-possible',
      reason: `This change is no longer allowed: ${firstIssue(stored.error)} Nothing was changed. Decline the change.`,
    });
  const blockReason = stored.value.addressChoiceBlockReason(choices);
  if (blockReason !== undefined) return fail({ kind: 'invalid', reason: blockReason });
  const prepared = await stored.value.prepare({ subject, person });
  if (!prepared.ok)
    return fail({ kind: 'not-possible', reason: `${prepared.error} Decline the change if it is no longer needed.` });
  if (isSamePayload(prepared.value.payload, payload)) return ok(null);
  return fail({
    kind: 'not-possible',
    reason: 'The facts have changed since this change was proposed. Decline the change and propose it again.',
  });
}

async function confirmIn(
  transaction: Transaction,
  person: Person,
  {
    change,
    proposal,
    comment,
    signature,
    prepared,
  }: {
    change: ReadChange;
    proposal: Proposal;
    comment: string;
    signature: Signature | undefined;
    prepared: Result<null, ProposalFailure>;
  },
): Promise<Step['result']> {
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const denialReasonOf = (found: Proposal) =>
    confirmDenialReason({ ...found, proposerId: found.proposedBy }, { id: person.id, roles: session.roles });
  const reason = denialReasonOf(proposal);
  if (reason !== undefined) return fail({ kind: 'not-now', reason: await addDecider(transaction, proposal, reason) });
  const blockReason = await proposerBlockReason(transaction, proposal, person);
  if (blockReason !== undefined) return fail({ kind: 'not-now', reason: blockReason });
  const { kind, subject, id } = proposal;
  if (!prepared.ok) {
    // Another person may have ended the proposal in the meantime, which explains the failure better.
    const current = await lock(transaction, id);
    const endReason = denialReasonOf(current);
    return endReason === undefined
      ? prepared
      : fail({ kind: 'not-now', reason: await addDecider(transaction, current, endReason) });
  }
  const bySigned = await checkProposerSigned(transaction, proposal);
  if (!bySigned.ok) return bySigned;
  const step = { kind, subject, payload: proposal.payload, comment, proposedBy: proposal.proposedBy };
  // What is not signed takes no signature in place of a recent sign-in.
  if (signature === undefined || !isSignedKind(kind)) {
    const asked = await signChange(transaction, person, { ...step, signature: undefined });
    if (!asked.ok) return asked;
    if (!session.isFresh) return fail(staleSignIn(FRESH_SIGN_IN_MINUTES, session));
  }
  try {
    return await transaction.transaction(async (attempt): Promise<Step['result']> => {
      // The change before the proposal: everywhere, rows of sends are locked first.
      const stored = change(proposal.payload);
      if (!stored.ok) throw stored.error;
      const applied = await stored.value.apply(attempt, { subject, proposalId: id, confirmer: person });
      const locked = await lock(attempt, id);
      if (denialReasonOf(locked) !== undefined) throw new AlreadyEndedError(locked);
      const ended = applied.ok
        ? ({ state: 'CONFIRMED', decisionComment: comment } as const)
        : ({ state: 'VOID', decisionComment: applied.error } as const);
      await end(attempt, person, { id, ...ended });
      // Signed only where the change is made: a signature in the chain counts, whatever the rows say.
      if (applied.ok && signature) await acceptStep(attempt, person, { proposalId: id, step: { ...step, signature } });
      if (!applied.ok) return fail({ kind: 'void', reason: applied.error });
      return ok({
        proposalId: id,
        actions: [{ action: 'proposal.confirmed' }, { action: ruleOf(kind).effect, ...applied.value }],
      });
    });
  } catch (error) {
    if (error instanceof RefusedSignatureError) return fail(error.failure);
    if (!(error instanceof AlreadyEndedError)) throw error;
    return fail({
      kind: 'not-now',
      reason: await addDecider(transaction, error.proposal, denialReasonOf(error.proposal) ?? ''),
    });
  }
}

/** Explains why nobody, or not this person, can confirm what its proposer proposed; the database refuses it as well. */
async function proposerBlockReason(
  transaction: Transaction,
  { proposedBy, proposedAt }: Proposal,
  person: Person,
): Promise<string | undefined> {
  const [found] = await transaction
    .select({
      isSuspended: sql<boolean>`is_suspended(${people.id})`,
      isSamePerson: sql<boolean>`identity_keys_since(${people.id}, ${proposedAt.toISOString()}::timestamptz)
        && identity_keys_since(${person.id}::uuid, now())`,
    })
    .from(people)
    .where(eq(people.id, proposedBy));
  if (found?.isSuspended)
    return 'The person who proposed this change is suspended. Decline the change; if it is needed, propose it again.';
  return found?.isSamePerson
    ? 'Your account and the account that proposed this change belong to one person. Another person must confirm it.'
    : undefined;
}

async function acceptStep(
  transaction: Transaction,
  person: Person,
  { proposalId, step }: { proposalId: string; step: Parameters<typeof signChange>[2] },
): Promise<void> {
  const signed = await signChange(transaction, person, step);
  if (!signed.ok) throw new RefusedSignatureError(signed.error);
  await saveSignature(transaction, { proposalId, person, place: signed.value });
}

/** Rolls the change back: the signature over it was refused. */
class RefusedSignatureError extends Error {
  constructor(readonly failure: SigningFailure) {
    super('the signature was refused');
  }
}

/** Rolls the change back: another person ended the proposal while it was being confirmed. */
class AlreadyEndedError extends Error {
  constructor(readonly proposal: Proposal) {
    super('the proposal was ended by another person');
  }
}

async function lock(transaction: Transaction, id: string): Promise<Proposal> {
  const [locked] = await transaction.select().from(proposals).where(eq(proposals.id, id)).for('update');
  if (!locked) throw new Error(`no proposal ${id}`);
  return locked;
}

async function end(
  transaction: Transaction,
  person: Person,
  { id, state, decisionComment }: Pick<Proposal, 'id' | 'decisionComment'> & { state: Exclude<ProposalState, 'OPEN'> },
): Promise<void> {
  await transaction
    .update(proposals)
    .set({ state, decidedBy: person.id, decidedAt: sql`now()`, decisionComment })
    .where(eq(proposals.id, id));
}

/** Adds to a reason who ended the proposal, and when, where it has ended. */
async function addDecider(
  transaction: Transaction,
  { decidedBy, decidedAt }: Proposal,
  reason: string,
): Promise<string> {
  if (!decidedBy || !decidedAt) return reason;
  const [decider] = await transaction.select({ name: personLabel() }).from(people).where(eq(people.id, decidedBy));
  return `${reason} ${decider?.name} decided at ${decidedAt.toISOString().slice(11, 19)} UTC.`;
}

function toStep({ id, kind, subject }: Proposal, details: Record<string, unknown>) {
  return (result: Step['result']): Step => ({ kind, subject, after: { proposalId: id, ...details }, result });
}
