import 'server-only';
import { personLabel, personLabelOrNull } from '@/lib/server/database/person-label';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type ProposalKind, type ProposalView, confirmDenialReason } from '@/lib/proposals/proposals';
import { database } from '@/lib/server/database/client';
import { people, proposals } from '@/lib/server/database/schema';
import type { Person } from '@/lib/server/auth/sessions';

const MAX_LISTED = 20;

/** Lists the proposals about one subject, newest first, for a person whom the caller has authorized to read them. */
export async function listProposals(
  kind: ProposalKind,
  subject: string,
  person: Pick<Person, 'id' | 'roles'>,
): Promise<ProposalView[]> {
  const decider = alias(people, 'decider');
  const rows = await database()
    .select({
      row: getTableColumns(proposals),
      proposedBy: personLabel(),
      decidedBy: personLabelOrNull(decider),
    })
    .from(proposals)
    .innerJoin(people, eq(people.id, proposals.proposedBy))
    .leftJoin(decider, eq(decider.id, proposals.decidedBy))
    .where(and(eq(proposals.kind, kind), eq(proposals.subject, subject)))
    .orderBy(desc(proposals.proposedAt), desc(proposals.id))
    .limit(MAX_LISTED);
  return rows.map(({ row, proposedBy, decidedBy }) => ({
    id: row.id,
    kind,
    subject,
    payload: row.payload,
    comment: row.comment,
    proposedBy,
    proposedAt: row.proposedAt.toISOString(),
    state: row.state,
    decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionComment: row.decisionComment,
    isMine: row.proposedBy === person.id,
    confirmDenialReason: confirmDenialReason({ kind, state: row.state, proposerId: row.proposedBy }, person) ?? null,
  }));
}
