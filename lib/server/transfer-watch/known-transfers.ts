import 'server-only';
import { and, asc, eq, getTableColumns, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { fail, ok } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import { transferAlarms } from '@/lib/server/database/schema/transfer-watch';
import { recordTransferAddresses } from '@/lib/server/recipients/known-addresses';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import type { KnownTransfersChange } from '@/lib/transfer-watch/contract';
import { hideTransfer, type TransferAlarm } from '@/lib/transfer-watch/transfer-alarm';
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

/** Matches alarms about transfers of profiles that the reader may see; all of them for a reader who sees all. */
function isVisible(reader: Reader): SQL {
  const [visible] = visibleTransfers(reader);
  if (!visible) return sql`true`;
  return sql`exists (select 1 from mirror_transfers where id = ${transferAlarms.transferId} and ${visible})`;
}

const alarmColumns = getTableColumns(transferAlarms);

/** Lists the open alarms about transfers that a reader may see, oldest first, at most 100. */
export async function listTransferAlarms(reader: Reader): Promise<TransferAlarm[]> {
  return selectAlarms(reader, isVisible(reader));
}

/**
 * Lists the open alarms about a request that the reader may see, oldest first, at most 100. Of a transfer of another
 * profile, an alarm says only that it has the reference.
 */
export async function listAlarmsOfRequest(reader: Reader, requestId: string): Promise<TransferAlarm[]> {
  return selectAlarms(reader, eq(transferAlarms.requestId, requestId));
}

async function selectAlarms(reader: Reader, condition: SQL): Promise<TransferAlarm[]> {
  const rows = await database()
    .select({ ...alarmColumns, isSeen: sql<boolean>`${isVisible(reader)}` })
    .from(transferAlarms)
    .where(and(isOpen(), condition))
    .orderBy(asc(transferAlarms.raisedAt), asc(transferAlarms.transferId))
    .limit(MAX_TRANSFER_ALARMS);
  return rows.map(({ transferId, kind, requestId, detail, raisedAt, isSeen }) => ({
    kind,
    requestId,
    raisedAt: raisedAt.toISOString(),
    ...(isSeen ? { transferId, detail } : hideTransfer(detail)),
  }));
}

/** Counts the open alarms about transfers of profiles that a reader does not see. */
export async function countHiddenAlarms(reader: Reader): Promise<number> {
  if (reader.visibleProfiles === 'all') return 0;
  return database().$count(transferAlarms, and(isOpen(), not(isVisible(reader))));
}

/** Change by which two people mark transfers as known, with a reason; their alarms end. */
export const knownTransfersChange: TwoPersonChange<KnownTransfersChange> = {
  payloadSchema: changeSchema,
  prepare: async ({ payload, person }) => {
    const open = await database()
      .select({ transferId: transferAlarms.transferId })
      .from(transferAlarms)
      .where(and(isOpen(), isVisible(person), inArray(transferAlarms.transferId, payload.transferIds)));
    return open.length === payload.transferIds.length ? ok(payload) : fail(NO_ALARM);
  },
  apply: async (transaction, { payload: { transferIds }, proposalId }) => {
    const marked = await transaction
      .update(transferAlarms)
      .set({ knownBy: proposalId })
      .where(and(isOpen(), inArray(transferAlarms.transferId, transferIds)))
      .returning({ transferId: transferAlarms.transferId, kind: transferAlarms.kind });
    await recordTransferAddresses(
      transaction,
      marked.map(({ transferId }) => transferId),
    );
    return marked.length === transferIds.length ? ok({ after: { known: marked } }) : fail(NO_ALARM);
  },
};

const NO_ALARM = 'At least one of these transfers has no open alarm. Load the page again.';
