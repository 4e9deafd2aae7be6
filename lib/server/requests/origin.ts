import 'server-only';
import { eq, type SQL } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Reader } from '@/lib/identity/reader';
import { readVotes } from '@/lib/server/requests/vote-facts';
import { selectRequests, toSummary } from '@/lib/server/requests/select';
import type { TransferOrigin } from '@/lib/transfers/detail';

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
  const {
    id: requestId,
    refId: requestRefId,
    requesterName,
    createdAt,
    state,
    send,
    approvals,
    body,
  } = toSummary(row, reader);
  return {
    id: requestId,
    refId: requestRefId,
    requesterName,
    createdAt,
    state,
    send,
    approvals,
    beneficiary: body.beneficiary ?? null,
    isCertain: row.send?.transferId === id,
    unconfirmedFields: row.send?.transferId === id ? (row.send.unconfirmedFields ?? []) : [],
    decisions: votes
      .filter(({ version }) => version === row.request.version)
      .map(
        ({
          personName,
          forPersonName,
          version,
          verdict,
          comment,
          decidedAt,
          withdrawnAt,
          withdrawalReason,
          signedAs,
        }) => ({
          personName,
          forPersonName,
          version,
          verdict,
          comment,
          decidedAt: decidedAt.toISOString(),
          isSigned: signedAs !== null,
          withdrawal: withdrawnAt && { at: withdrawnAt.toISOString(), reason: withdrawalReason ?? '' },
          // The transfer exists: that its approvals are old by now says nothing.
          voidReason: null,
        }),
      ),
  };
}

async function select(reader: Reader, condition: SQL) {
  const [row] = await selectRequests(reader).where(condition).limit(1);
  return row;
}
