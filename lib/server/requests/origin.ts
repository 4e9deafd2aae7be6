import 'server-only';
import { eq, type SQL } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Reader } from '@/lib/identity/reader';
import { readVotes, toDecision } from '@/lib/server/requests/vote-facts';
import { selectRequests, toSummary } from '@/lib/server/requests/select';
import type { TransferOrigin } from '@/lib/cases/transfer-detail';

/**
 * Finds the request that a transfer came from: the one whose send has its id, or else the one with its reference; null
 * for neither. The caller has checked that the reader may read withdrawals.
 */
export async function findOrigin(
  reader: Reader,
  { id, refId }: { id: string; refId: string | undefined },
): Promise<TransferOrigin | null> {
  const [sent, named] = await Promise.all([
    select(reader, eq(sends.transferId, id)),
    refId === undefined ? undefined : select(reader, eq(withdrawalRequests.refId, refId)),
  ]);
  const row = sent ?? named;
  if (!row) return null;
  const votes = await readVotes(database(), row.request.id);
  const { requesterName, createdAt, state, send, approvals, body, ...summary } = toSummary(row, reader);
  const isCertain = row.send?.transferId === id;
  return {
    id: summary.id,
    refId: summary.refId,
    requesterName,
    createdAt,
    state,
    send,
    approvals,
    beneficiary: body.beneficiary ?? null,
    isCertain,
    unconfirmedFields: isCertain ? (row.send?.unconfirmedFields ?? []) : [],
    // The transfer exists: that its approvals are old by now says nothing.
    decisions: votes
      .filter(({ version }) => version === row.request.version)
      .map((vote) => ({ ...toDecision(vote), voidReason: null })),
  };
}

async function select(reader: Reader, condition: SQL) {
  const [row] = await selectRequests(reader).where(condition).limit(1);
  return row;
}
