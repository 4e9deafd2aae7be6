import 'server-only';
import { personLabel } from '@/lib/server/database/person-label';
import { asc, eq } from 'drizzle-orm';
import { type ProposalKind, confirmDenialReason } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { people, proposals } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';

/** Change that waits for the reader to confirm or decline. Times are ISO 8601. */
export interface WaitingProposal {
  id: string;
  kind: ProposalKind;
  subject: string;
  proposedBy: string;
  proposedAt: string;
  comment: string;
}

const MAX_LISTED = 200;

/** Lists the proposed changes that the reader can confirm or decline, oldest first, out of the oldest 200. */
export async function listConfirmable(): Promise<Result<WaitingProposal[], Denial>> {
  const reader = await authorize('readPolicy');
  if (!reader.ok) return reader;
  const rows = await database()
    .select({ row: proposals, proposedBy: personLabel() })
    .from(proposals)
    .innerJoin(people, eq(people.id, proposals.proposedBy))
    .where(eq(proposals.state, 'OPEN'))
    .orderBy(asc(proposals.proposedAt), asc(proposals.id))
    .limit(MAX_LISTED);
  return ok(
    rows
      .filter(
        ({ row: { kind, proposedBy: proposerId } }) =>
          confirmDenialReason({ kind, state: 'OPEN', proposerId }, reader.value) === undefined,
      )
      .map(({ row: { id, kind, subject, comment, proposedAt }, proposedBy }) => ({
        id,
        kind,
        subject,
        comment,
        proposedBy,
        proposedAt: proposedAt.toISOString(),
      })),
  );
}
