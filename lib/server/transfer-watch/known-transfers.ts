import 'server-only';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { fail, ok } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { sends, transferAlarms } from '@/lib/server/database/schema';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import type { KnownTransfersChange } from '@/lib/transfer-watch/contract';
import type { TransferAlarm } from '@/lib/transfer-watch/transfer-alarm';
import { storableText } from '@/lib/text/storable-text';

const MAX_MARKED = 100;
/** The most open alarms about transfers that are listed. */
export const MAX_TRANSFER_ALARMS = 100;

const changeSchema = z.strictObject({
  transferIds: z
    .array(storableText().min(1).max(200))
    .min(1, 'Choose at least one transfer.')
    .max(MAX_MARKED, `At most ${MAX_MARKED} transfers at once.`)
    .transform((ids) => [...new Set(ids)].toSorted()),
});

/** Matches alarms that nobody has explained: not marked as known, and not adopted as the transfer of their request. */
function isOpen(): SQL | undefined {
  return and(
    isNull(transferAlarms.knownBy),
    sql`not exists (select 1 from ${sends} where ${sends.transferId} = ${transferAlarms.transferId} and ${sends.requestId} = ${transferAlarms.requestId} and ${transferAlarms.kind} <> 'unaudited')`,
  );
}

/** Matches alarms about transfers of profiles that the reader may see. */
function isVisible(reader: Reader): SQL | undefined {
  const [visible] = visibleTransfers(reader);
  return visible && sql`exists (select 1 from mirror_transfers where id = ${transferAlarms.transferId} and ${visible})`;
}

/** Lists the open alarms about transfers, oldest first, at most 100; of one request where it is given. */
export async function listTransferAlarms(reader: Reader, requestId?: string): Promise<TransferAlarm[]> {
  const rows = await database()
    .select()
    .from(transferAlarms)
    .where(
      and(isOpen(), isVisible(reader), requestId === undefined ? undefined : eq(transferAlarms.requestId, requestId)),
    )
    .orderBy(asc(transferAlarms.raisedAt), asc(transferAlarms.transferId))
    .limit(MAX_TRANSFER_ALARMS);
  return rows.map(({ transferId, kind, requestId: owner, detail, raisedAt }) => ({
    transferId,
    kind,
    requestId: owner,
    detail,
    raisedAt: raisedAt.toISOString(),
  }));
}

/** Change by which two people mark transfers as known, with a reason; their alarms end. */
export const knownTransfersChange: TwoPersonChange<KnownTransfersChange> = {
  kind: 'known-transfers',
  capability: 'judgeTransfers',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const open = await database()
      .select({ transferId: transferAlarms.transferId })
      .from(transferAlarms)
      .where(and(isOpen(), inArray(transferAlarms.transferId, payload.transferIds)));
    return open.length === payload.transferIds.length ? ok(payload) : fail(NO_ALARM);
  },
  apply: async (transaction, { payload: { transferIds }, proposalId }) => {
    const marked = await transaction
      .update(transferAlarms)
      .set({ knownBy: proposalId })
      .where(and(isOpen(), inArray(transferAlarms.transferId, transferIds)))
      .returning({ transferId: transferAlarms.transferId, kind: transferAlarms.kind });
    return marked.length === transferIds.length ? ok({ after: { known: marked } }) : fail(NO_ALARM);
  },
};

const NO_ALARM = 'At least one of these transfers has no open alarm. Load the page again.';
