import 'server-only';
import { personLabel } from '@/lib/server/database/person-label';
import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { confirmableKinds, type WaitingProposal } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { proposals } from '@/lib/server/database/schema/proposals';
import { visibleProposals } from '@/lib/server/database/visible-profiles';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { listConfirmablePasskeys } from '@/lib/server/passkeys/list';

const MAX_LISTED = 200;

/** Lists the proposed changes and passkeys that the reader can confirm, oldest first, at most 200 changes. */
export async function listConfirmable(): Promise<Result<WaitingProposal[], Denial>> {
  const reader = await authorize('readPolicy');
  return reader.ok ? ok(await listNeeding(reader.value)) : reader;
}

/**
 * Lists the open changes that the reader can confirm, and those that the reader proposed; each oldest first, at most
 * 200. The caller has checked that the reader may read.
 */
export async function listWaitingChanges(
  reader: Person,
): Promise<{ needsMe: WaitingProposal[]; mine: WaitingProposal[] }> {
  const [needsMe, mine] = await Promise.all([
    listNeeding(reader),
    selectOpen(and(eq(proposals.proposedBy, reader.id), visibleProposals(reader))),
  ]);
  return { needsMe, mine };
}

/** Lists the changes that a person can confirm, and the passkeys; the oldest of each first. */
async function listNeeding(reader: Person): Promise<WaitingProposal[]> {
  const [changes, passkeys] = await Promise.all([selectOpen(isConfirmableBy(reader)), listConfirmablePasskeys(reader)]);
  return [
    ...changes,
    ...passkeys.map(({ credentialId, ownerId, ownerName, addedAt, name }) => ({
      id: credentialId,
      kind: 'passkey' as const,
      subject: ownerId,
      proposedBy: ownerName,
      proposedAt: addedAt,
      comment: name,
    })),
  ];
}

/** The condition that a person can confirm an open proposal; matches `confirmDenialReason`. */
function isConfirmableBy(reader: Person): SQL | undefined {
  const { id, roles } = reader;
  return and(ne(proposals.proposedBy, id), inArray(proposals.kind, confirmableKinds(roles)), visibleProposals(reader));
}

async function selectOpen(condition: SQL | undefined): Promise<WaitingProposal[]> {
  const rows = await database()
    .select({
      id: proposals.id,
      kind: proposals.kind,
      subject: proposals.subject,
      proposedBy: personLabel(),
      proposedAt: proposals.proposedAt,
      comment: proposals.comment,
    })
    .from(proposals)
    .innerJoin(people, eq(people.id, proposals.proposedBy))
    .where(and(eq(proposals.state, 'OPEN'), condition))
    .orderBy(asc(proposals.proposedAt), asc(proposals.id))
    .limit(MAX_LISTED);
  return rows.map((row) => ({ ...row, proposedAt: row.proposedAt.toISOString() }));
}
