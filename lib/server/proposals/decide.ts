import 'server-only';
import { staleSignIn } from '@/lib/http/denials';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/requests/decisions';
import {
  confirmCapabilityOf,
  PROPOSAL_RULES,
  type ProposalFailure,
  type ProposalState,
  confirmDenialReason,
  withdrawDenialReason,
} from '@/lib/proposals/proposals';
import { fail, ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { people, proposals } from '@/lib/server/database/schema';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import type { AnyChange, Choices, FindChange } from '@/lib/server/proposals/change';
import { isSamePayload } from '@/lib/server/proposals/same-payload';
import { firstIssue } from '@/lib/server/proposals/propose';
import { type Step, takeStep } from '@/lib/server/proposals/step';
import { storableText } from '@/lib/text/storable-text';

const comment = storableText().trim().max(500, 'The comment has more than 500 characters.');
const withdrawalSchema = z.strictObject({ proposalId: z.uuid(), comment });
const declineSchema = z.strictObject({ proposalId: z.uuid(), comment: comment.min(1, 'Give the reason.') });
/** `choices`: what the kind asks whoever confirms to choose (TwoPersonChange, `addressChoiceBlockReason`). */
const confirmationSchema = withdrawalSchema.extend({
  choices: z.record(storableText().max(64), storableText().max(128)).default({}),
});

type Found = typeof proposals.$inferSelect;
type Outcome = Result<{ proposalId: string }, ProposalFailure>;

/**
 * Confirms what another person asked for, and makes the change in the same transaction; takes what the browser sent,
 * unchecked. Where the change no longer applies, the proposal is void and says why.
 */
export async function confirmProposalOf(findChange: FindChange, input: unknown): Promise<Outcome> {
  const asked = await findAsked(input, confirmationSchema, 'confirm');
  if (!asked.ok) return asked;
  const { person, proposal, given } = asked.value;
  const { comment: said, choices } = given;
  const step = toStep(proposal, { comment: said, ...(Object.keys(choices).length > 0 && { choices }) });
  const change = findChange(proposal.kind);
  const prepared = await prepareAgain(change, person, { proposal, choices });
  return takeStep(person, async (transaction) =>
    step(await confirmIn(transaction, person, { change, proposal, said, prepared })),
  );
}

/** Declines what another person asked for, with the reason. */
export async function declineProposal(input: unknown): Promise<Outcome> {
  return endWith('DECLINED', input, declineSchema);
}

/** Takes back what oneself asked for. */
export async function withdrawProposal(input: unknown): Promise<Outcome> {
  return endWith('WITHDRAWN', input, withdrawalSchema);
}

const ENDS = {
  DECLINED: { action: 'proposal.declined', denialReason: confirmDenialReason },
  WITHDRAWN: { action: 'proposal.withdrawn', denialReason: withdrawDenialReason },
} as const;

async function endWith(state: keyof typeof ENDS, input: unknown, schema: typeof withdrawalSchema): Promise<Outcome> {
  const asked = await findAsked(input, schema, state === 'WITHDRAWN' ? 'ask' : 'confirm');
  if (!asked.ok) return asked;
  const { person, proposal, given } = asked.value;
  const { comment: said } = given;
  const step = toStep(proposal, { comment: said });
  return takeStep(person, async (transaction) => {
    const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
    if (!session) return step(fail({ kind: 'signed-out' }));
    const locked = await lock(transaction, proposal.id);
    const reason = ENDS[state].denialReason(
      { ...locked, proposerId: locked.proposedBy },
      { id: person.id, roles: session.roles },
    );
    if (reason !== undefined)
      return step(fail({ kind: 'not-now', reason: await describeDecisionMaker(transaction, locked, reason) }));
    await end(transaction, person, proposal.id, state, said);
    return step(ok({ proposalId: proposal.id, actions: [{ action: ENDS[state].action }] }));
  });
}

/** Who asks, and about which proposal. A proposal that they may not know of is as absent as none. */
async function findAsked<Given extends { proposalId: string }>(
  input: unknown,
  schema: z.ZodType<Given>,
  as: 'ask' | 'confirm',
): Promise<Result<{ person: Person; proposal: Found; given: Given }, ProposalFailure>> {
  const given = schema.safeParse(input);
  const [proposal] = given.success
    ? await database().select().from(proposals).where(eq(proposals.id, given.data.proposalId))
    : [];
  const capability =
    proposal && (as === 'ask' ? PROPOSAL_RULES[proposal.kind].capability : confirmCapabilityOf(proposal.kind));
  const person = await authorize(capability ?? 'readPolicy', { limit: 'decide' });
  if (!person.ok) return person;
  if (!given.success) return fail({ kind: 'invalid', reason: firstIssue(given.error) });
  return proposal ? ok({ person: person.value, proposal, given: given.data }) : fail({ kind: 'not-found' });
}

/** Asks once more whether it can be: outside the transaction, since the service may have to say. */
async function prepareAgain(
  change: AnyChange,
  person: Person,
  { proposal, choices }: { proposal: Found; choices: Choices },
): Promise<Result<null, ProposalFailure>> {
  const { kind, subject, payload, state, proposedBy } = proposal;
  // Refused inside for this reason; the service need not be asked.
  if (confirmDenialReason({ kind, state, proposerId: proposedBy }, person) !== undefined) return ok(null);
  const kept = change.payloadSchema.parse(payload);
  const unchosen = change.addressChoiceBlockReason?.(kept, choices);
  if (unchosen !== undefined) return fail({ kind: 'invalid', reason: unchosen });
  const prepared = await change.prepare({ subject, payload: kept, person });
  if (!prepared.ok)
    return fail({ kind: 'not-possible', reason: `${prepared.error} Decline it if it is no longer needed.` });
  if (isSamePayload(prepared.value, payload)) return ok(null);
  return fail({
    kind: 'not-possible',
    reason:
      'What it is about is no longer as it was when it was asked for, so it must be declined and asked for again.',
  });
}

async function confirmIn(
  transaction: Transaction,
  person: Person,
  {
    change,
    proposal,
    said,
    prepared,
  }: { change: AnyChange; proposal: Found; said: string; prepared: Result<null, ProposalFailure> },
): Promise<Step['result']> {
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const mayNot = (found: Found) =>
    confirmDenialReason({ ...found, proposerId: found.proposedBy }, { id: person.id, roles: session.roles });
  const reason = mayNot(proposal);
  if (reason !== undefined)
    return fail({ kind: 'not-now', reason: await describeDecisionMaker(transaction, proposal, reason) });
  if (!session.isFresh) return fail(staleSignIn(FRESH_SIGN_IN_MINUTES));
  const { kind, subject, id } = proposal;
  if (!prepared.ok) {
    // Somebody else may have confirmed it meanwhile, which is the better answer.
    const now = await lock(transaction, id);
    const over = mayNot(now);
    return over === undefined
      ? prepared
      : fail({ kind: 'not-now', reason: await describeDecisionMaker(transaction, now, over) });
  }
  try {
    return await transaction.transaction(async (attempt): Promise<Step['result']> => {
      // The change before the proposal: rows of sends are locked first, as everywhere.
      const applied = await change.apply(attempt, {
        subject,
        payload: change.payloadSchema.parse(proposal.payload),
        proposalId: id,
        confirmer: person,
      });
      const locked = await lock(attempt, id);
      if (mayNot(locked) !== undefined) throw new Overtaken(locked);
      await end(attempt, person, id, applied.ok ? 'CONFIRMED' : 'VOID', applied.ok ? said : applied.error);
      if (!applied.ok) return fail({ kind: 'void', reason: applied.error });
      return ok({
        proposalId: id,
        actions: [{ action: 'proposal.confirmed' }, { action: PROPOSAL_RULES[kind].effect, ...applied.value }],
      });
    });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return fail({
      kind: 'not-now',
      reason: await describeDecisionMaker(transaction, error.proposal, mayNot(error.proposal) ?? ''),
    });
  }
}

/** Somebody else ended the proposal while it was being confirmed; what was done so far is taken back. */
class Overtaken extends Error {
  constructor(readonly proposal: Found) {
    super('the proposal was ended by somebody else');
  }
}

async function lock(transaction: Transaction, id: string): Promise<Found> {
  const [locked] = await transaction.select().from(proposals).where(eq(proposals.id, id)).for('update');
  if (!locked) throw new Error('a proposal is never deleted');
  return locked;
}

async function end(
  transaction: Transaction,
  person: Person,
  id: string,
  state: Exclude<ProposalState, 'OPEN'>,
  decisionComment: string,
): Promise<void> {
  await transaction
    .update(proposals)
    .set({ state, decidedBy: person.id, decidedAt: sql`now()`, decisionComment })
    .where(eq(proposals.id, id));
}

// Whoever comes second is told who was first, and when.
async function describeDecisionMaker(
  transaction: Transaction,
  { decidedBy, decidedAt }: Found,
  reason: string,
): Promise<string> {
  if (!decidedBy || !decidedAt) return reason;
  const [decider] = await transaction.select({ name: people.name }).from(people).where(eq(people.id, decidedBy));
  return `${reason} ${decider?.name} decided on it at ${decidedAt.toISOString().slice(11, 19)} UTC.`;
}

function toStep({ id, kind, subject }: Found, said: Record<string, unknown>) {
  return (result: Step['result']): Step => ({ kind, subject, after: { proposalId: id, ...said }, result });
}
