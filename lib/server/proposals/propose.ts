import 'server-only';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { PROPOSAL_KINDS, PROPOSAL_RULES, type ProposalFailure, type ProposalKind } from '@/lib/proposals/proposals';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import type { Transaction } from '@/lib/server/database/client';
import { people, proposals } from '@/lib/server/database/schema';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import type { FindChange } from '@/lib/server/proposals/change';
import { isSamePayload } from '@/lib/server/proposals/same-payload';
import { UUID } from '@/lib/text/uuid';
import { type Step, takeStep } from '@/lib/server/proposals/step';
import { storableText } from '@/lib/text/storable-text';

const proposalSchema = z.strictObject({
  kind: z.enum(PROPOSAL_KINDS),
  subject: z.string().min(1).max(64),
  payload: z.unknown(),
  comment: storableText()
    .trim()
    .min(1, 'Say why you ask for it.')
    .max(500, 'The comment has more than 500 characters.'),
});
type Proposal = z.infer<typeof proposalSchema>;

// Of these there are many; any other kind is about one thing only, and has itself as its subject.
const HAS_SUBJECTS: ReadonlySet<ProposalKind> = new Set(['resolve-send', 'recipient']);

/** Proposes a change that takes two people; takes unchecked browser input. Proposing the same change twice gives the same proposal. */
export async function proposeOf(
  findChange: FindChange,
  input: unknown,
): Promise<Result<{ proposalId: string }, ProposalFailure>> {
  const given = proposalSchema.safeParse(input);
  // Who asks is found out first: a stranger learns nothing about what would be right.
  const person = await authorize(given.success ? PROPOSAL_RULES[given.data.kind].capability : 'readPolicy', {
    limit: 'submit',
  });
  if (!person.ok) return person;
  if (!given.success) return fail({ kind: 'invalid', reason: firstIssue(given.error) });
  const { kind, subject, comment } = given.data;
  const change = findChange(kind);
  const payload = change.payloadSchema.safeParse(given.data.payload);
  if (!payload.success) return fail({ kind: 'invalid', reason: firstIssue(payload.error) });
  if (!(HAS_SUBJECTS.has(kind) ? UUID.test(subject) : subject === kind)) return fail({ kind: 'not-found' });
  const prepared = await change.prepare({ subject, payload: payload.data, person: person.value });
  const proposal = { kind, subject, payload: prepared.ok ? prepared.value : payload.data, comment };
  const step = (result: Step['result']): Step => ({
    kind,
    subject,
    after: { payload: proposal.payload, comment },
    result,
  });
  return takeStep(person.value, async (transaction) =>
    prepared.ok
      ? step(await insert(transaction, person.value, proposal))
      : step(fail({ kind: 'not-possible', reason: prepared.error })),
  );
}

async function insert(
  transaction: Transaction,
  person: Person,
  { kind, subject, payload, comment }: Proposal,
): Promise<Step['result']> {
  const session = await lockSession(transaction, person, 0);
  if (!session) return fail({ kind: 'signed-out' });
  const reason = denialReason(PROPOSAL_RULES[kind].capability, session.roles);
  if (reason !== undefined) return fail({ kind: 'forbidden', reason });
  const [made] = await transaction
    .insert(proposals)
    .values({ kind, subject, payload, comment, proposedBy: person.id })
    .onConflictDoNothing()
    .returning({ id: proposals.id });
  if (made) return ok({ proposalId: made.id, actions: [{ action: 'proposal.made' }] });

  const [open] = await transaction
    .select({
      id: proposals.id,
      payload: proposals.payload,
      proposerId: proposals.proposedBy,
      proposer: people.name,
      at: proposals.proposedAt,
    })
    .from(proposals)
    .innerJoin(people, eq(people.id, proposals.proposedBy))
    .where(and(eq(proposals.kind, kind), eq(proposals.subject, subject), eq(proposals.state, 'OPEN')));
  if (open?.proposerId === person.id && isSamePayload(open.payload, payload))
    return ok({ proposalId: open.id, actions: [] });
  const who = open
    ? `${open.proposerId === person.id ? 'You' : open.proposer} asked for a change at ${sayTime(open.at)} already`
    : 'Somebody asked for a change already';
  return fail({
    kind: 'not-now',
    reason: `${who}, and only one can wait at a time. It must be confirmed, declined or withdrawn first.`,
  });
}

export function firstIssue({ issues }: z.ZodError): string {
  return issues[0]?.message ?? 'This cannot be read.';
}

function sayTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
