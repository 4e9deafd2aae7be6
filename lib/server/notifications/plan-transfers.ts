import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import { routes } from '@/lib/http/routes';
import type { NoticeKind } from '@/lib/notifications/kinds';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { sends } from '@/lib/server/database/schema/sends';
import { readTypicalDurations } from '@/lib/server/mirror/figures/typical-duration';
import { readAboutRequests } from '@/lib/server/notifications/about-requests';
import { storeNews } from '@/lib/server/notifications/plan';
import { now } from '@/lib/server/runtime/clock';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import type { TransferRow } from '@/lib/transfers/transfer';
import { explainTravelRuleHold } from '@/lib/transfers/travel-rule';
import { findDelayMs, toKind } from '@/lib/transfers/figures/typical-duration';

const BATCH_SIZE = 200;
/**
 * Plans a notice of every withdrawal of ours that takes longer than nine of ten like it did, and of every one that the
 * travel rule holds, once each; returns 0.
 */
export async function planTransfersUnderWay(): Promise<number> {
  await inTransaction(async (transaction) => {
    const pending = await selectPending(transaction);
    const typical = await readTypicalDurations(
      SYSTEM_READER,
      pending.map(({ transfer }) => toKind(transfer)),
    );
    const due = pending.flatMap(({ requestId, transfer, ageMs, told }, index) => {
      const isHeld = explainTravelRuleHold(transfer, undefined) !== undefined;
      const isDelayed = findDelayMs(ageMs, typical[index]) !== null;
      const kinds: NoticeKind[] = [
        ...(isHeld ? (['transfer-held'] as const) : []),
        ...(isDelayed ? (['transfer-delayed'] as const) : []),
      ];
      // What is held is late as well: that is one thing.
      const [kind] = kinds;
      return kind === undefined || told.includes(kind) || told.includes('transfer-held') ? [] : [{ requestId, kind }];
    });
    const requests = await readAboutRequests(
      transaction,
      due.map(({ requestId }) => requestId),
    );
    await storeNews(
      transaction,
      due.flatMap(({ requestId, kind }) => {
        const about = requests.get(requestId);
        if (!about) return [];
        return [
          {
            kind,
            source: sourceOf(kind, requestId),
            path: routes.withdrawal(requestId),
            at: now(),
            actorId: null,
            about,
            proposalKind: undefined,
            namedIds: [],
          },
        ];
      }),
    );
  });
  return 0;
}

const sourceOf = (kind: NoticeKind, requestId: string) => `${kind} ${requestId}`;

/** Reads the withdrawals of ours that are pending at the service, oldest first, with the kinds of notices of each. */
async function selectPending(transaction: Transaction) {
  const rows = await transaction
    .select({
      requestId: sends.requestId,
      record: mirrorTransfers.record,
      ageMs: sql<number>`(extract(epoch from now() - ${mirrorTransfers.createdAt}) * 1000)::float8`,
      told: sql<string[]>`array(select kind from notices
        where source in ('transfer-held ' || ${sends.requestId}, 'transfer-delayed ' || ${sends.requestId}))`,
    })
    .from(sends)
    .innerJoin(mirrorTransfers, eq(mirrorTransfers.id, sends.transferId))
    .where(
      and(
        eq(sends.state, 'ACCEPTED'),
        eq(mirrorTransfers.status, 'PENDING'),
        sql`${mirrorTransfers.createdAt} > '-infinity' and ${mirrorTransfers.goneAt} is null`,
        sql`${sends.trackAt} is not null`,
        sql`not exists (select 1 from notices where source = 'transfer-held ' || ${sends.requestId})`,
      ),
    )
    // Those without a notice first, so that many delayed ones hide no other.
    .orderBy(
      sql`exists (select 1 from notices where source = 'transfer-delayed ' || ${sends.requestId})`,
      asc(mirrorTransfers.createdAt),
    )
    .limit(BATCH_SIZE);
  return rows.map(({ record, ...row }) => ({ ...row, transfer: decodeRow(record) as TransferRow }));
}
