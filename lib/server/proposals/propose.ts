import 'server-only';
import { personLabel } from '@/lib/server/database/person-label';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { PROPOSAL_KINDS, type ProposalFailure, ruleOf } from '@/lib/proposals/proposals';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import type { Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { proposals } from '@/lib/server/database/schema/proposals';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { signatureSchema } from '@/lib/server/passkeys/decisions';
import { saveSignature, signChange } from '@/lib/server/proposals/statements';
import { type FindChange, isSamePayload } from '@/lib/server/proposals/change';
import { UUID } from '@/lib/text/uuid';
import { type Step, takeStep } from '@/lib/server/proposals/step';
import { storableText } from '@/lib/text/storable-text';

const proposalSchema = z.strictObject({
  kind: z.enum(PROPOSAL_KINDS),
  subject: z.string().min(1).max(64),
  payload: z.unknown(),
  comment: storableText().trim().min(1, 'Enter a comment.').max(500, 'The comment has more than 500 characters.'),
  signature: signatureSchema.optional(),
});
type Proposal = z.infer<typeof proposalSchema>;

/**
 * Proposes a change that takes two people; takes unchecked input. Proposing the same change again returns the same
 * proposal.
 */
export async function proposeOf(
  findChange: FindChange,
  input: unknown,
): Promise<Result<{ proposalId: string }, ProposalFailure | Unsigned>> {
  const given = proposalSchema.safeParse(input);
  // Authorized before the input is judged: a person without permission learns nothing about valid input.
  const person = await authorize(given.success ? ruleOf(given.data.kind).capability : 'readPolicy', {
    limit: 'submit',
  });
  if (!person.ok) return person;
  if (!given.success) return fail({ kind: 'invalid', reason: firstIssue(given.error) });
  const { kind, subject, comment, signature } = given.data;
  const change = findChange(kind)(given.data.payload);
  if (!change.ok) return fail({ kind: 'invalid', reason: firstIssue(change.error) });
  if (!(ruleOf(kind).hasSubject ? UUID.test(subject) : subject === kind)) return fail({ kind: 'not-found' });
  const prepared = await change.value.prepare({ subject, person: person.value });
  const analysis = prepared.ok ? await prepared.value.analyze() : null;
  const { payload } = prepared.ok ? prepared.value : change.value;
  const proposal = { kind, subject, payload, comment, signature };
  const step = (result: Step['result']): Step => ({
    kind,
    subject,
    after: { payload: proposal.payload, comment },
    result,
  });
  return takeStep(person.value, async (transaction) =>
    prepared.ok
      ? step(await insert(transaction, person.value, { ...proposal, analysis }))
      : step(fail({ kind: 'not-possible', reason: prepared.error })),
  );
}

async function insert(
  transaction: Transaction,
  person: Person,
  { kind, subject, payload, comment, signature, analysis }: Proposal & { analysis: unknown },
): Promise<Step['result']> {
  const session = await lockSession(transaction, person, 0);
  if (!session) return fail({ kind: 'signed-out' });
  const reason = denialReason(ruleOf(kind).capability, session.roles);
  if (reason !== undefined) return fail({ kind: 'forbidden', reason });
  // One proposal of a subject at a time, so that nobody signs a change that another one keeps out.
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`proposals ${kind} ${subject}`}, 0))`);
  const [open] = await transaction
    .select({
      id: proposals.id,
      payload: proposals.payload,
      proposerId: proposals.proposedBy,
      proposer: personLabel(),
      at: proposals.proposedAt,
    })
    .from(proposals)
    .innerJoin(people, eq(people.id, proposals.proposedBy))
    .where(and(eq(proposals.kind, kind), eq(proposals.subject, subject), eq(proposals.state, 'OPEN')));
  if (!open) {
    const signed = await signChange(transaction, person, {
      kind,
      subject,
      payload,
      comment,
      proposedBy: person.id,
      signature,
    });
    if (!signed.ok) return signed;
    const [inserted] = await transaction
      .insert(proposals)
      .values({ kind, subject, payload, comment, proposedBy: person.id, analysis })
      .returning({ id: proposals.id });
    if (!inserted) throw new Error('a proposal was not inserted');
    await saveSignature(transaction, { proposalId: inserted.id, person, place: signed.value });
    return ok({ proposalId: inserted.id, actions: [{ action: 'proposal.made' }] });
  }
  if (open.proposerId === person.id && isSamePayload(open.payload, payload))
    return ok({ proposalId: open.id, actions: [] });
  const proposer = open.proposerId === person.id ? 'You' : open.proposer;
  const time = ` at ${formatTime(open.at)}`;
  return fail({
    kind: 'not-now',
    reason: `${proposer} already proposed a change${time}. That change must be confirmed, declined or withdrawn first.`,
  });
}

/** Returns the message of the first issue that a schema found. */
export function firstIssue({ issues }: z.ZodError): string {
  return issues[0]?.message ?? 'The input is not valid.';
}

function formatTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
