import 'server-only';
import { personLabel, personLabelOrNull } from '@/lib/server/database/person-label';
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { type ProposalKind, type ProposalView, confirmDenialReason } from '@/lib/proposals/proposals';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { proposalSignatures } from '@/lib/server/database/schema/proofs';
import { people } from '@/lib/server/database/schema/people';
import { proposals } from '@/lib/server/database/schema/proposals';
import { visibleProposals } from '@/lib/server/database/visible-profiles';
import { isSignedKind } from '@/lib/server/proposals/statements';

const MAX_LISTED = 20;

/**
 * Lists the proposals about one subject that a person may see, newest first; the caller has authorized the person to
 * read them.
 */
export async function listProposals(
  kind: ProposalKind,
  subject: string,
  person: Pick<Person, 'id' | 'roles' | 'visibleProfiles'>,
): Promise<ProposalView[]> {
  const decider = alias(people, 'decider');
  const rows = await database()
    .select({
      row: getTableColumns(proposals),
      proposedBy: personLabel(),
      decidedBy: personLabelOrNull(decider),
      isProposalSigned: isSignedBy(proposals.proposedBy),
      isDecisionSigned: isSignedBy(proposals.decidedBy),
    })
    .from(proposals)
    .innerJoin(people, eq(people.id, proposals.proposedBy))
    .leftJoin(decider, eq(decider.id, proposals.decidedBy))
    .where(and(eq(proposals.kind, kind), eq(proposals.subject, subject), visibleProposals(person)))
    .orderBy(desc(proposals.proposedAt), desc(proposals.id))
    .limit(MAX_LISTED);
  return rows.map(({ row, proposedBy, decidedBy, isProposalSigned, isDecisionSigned }) => ({
    id: row.id,
    kind,
    subject,
    payload: row.payload,
    analysis: row.analysis,
    comment: row.comment,
    proposedBy,
    proposedAt: row.proposedAt.toISOString(),
    state: row.state,
    decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionComment: row.decisionComment,
    isMine: row.proposedBy === person.id,
    signed: isSignedKind(kind) ? { proposal: isProposalSigned, decision: isDecisionSigned } : null,
    confirmDenialReason: confirmDenialReason({ kind, state: row.state, proposerId: row.proposedBy }, person) ?? null,
  }));
}

/** Makes the expression for whether a person signed a step of the proposal. */
function isSignedBy(personId: AnyPgColumn) {
  return sql<boolean>`exists (select 1 from ${proposalSignatures} where ${proposalSignatures.proposalId} = ${proposals.id}
    and ${proposalSignatures.personId} = ${personId})`;
}
