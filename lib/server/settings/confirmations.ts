import 'server-only';
import { eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { database } from '@/lib/server/database/client';
import { personLabel, personLabelOrNull } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { proposals } from '@/lib/server/database/schema/proposals';

/** Who put a version in force, and why; all null for one that came with the console. */
export interface Confirmation {
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
}

/** A version's confirmation, and what was found when it was proposed. */
interface Confirmed {
  confirmation: Confirmation;
  analysis: unknown;
}

const NOBODY: Confirmation = { proposedBy: null, confirmedBy: null, comment: null };

/** Adds to versions that two people put in force who they were, and what the proposer said. */
export async function withConfirmations<Row extends { proposalId: string | null }>(
  rows: readonly Row[],
): Promise<({ row: Row } & Confirmed)[]> {
  const ids = rows.flatMap(({ proposalId }) => proposalId ?? []);
  const confirmer = alias(people, 'confirmer');
  const found =
    ids.length === 0
      ? []
      : await database()
          .select({
            id: proposals.id,
            proposedBy: personLabel(),
            confirmedBy: personLabelOrNull(confirmer),
            comment: proposals.comment,
            analysis: proposals.analysis,
          })
          .from(proposals)
          .innerJoin(people, eq(people.id, proposals.proposedBy))
          .leftJoin(confirmer, eq(confirmer.id, proposals.decidedBy))
          .where(inArray(proposals.id, ids));
  const byId = new Map(
    found.map(({ id, analysis, ...confirmation }): [string, Confirmed] => [id, { confirmation, analysis }]),
  );
  return rows.map((row) => ({ row, ...(byId.get(row.proposalId ?? '') ?? { confirmation: NOBODY, analysis: null }) }));
}
