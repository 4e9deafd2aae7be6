/**
 * Compares the transfers of the mirror with what was requested and recorded here, and raises alarms about what nothing
 * explains: docs/specification/send-protocol.md#watch. lib/transfer-watch/transfer-alarm.ts decides about each.
 *
 * | what is compared                                                | how it is found                                    |
 * | --------------------------------------------------------------- | -------------------------------------------------- |
 * | every new or changed transfer with a reference of ours          | queued by a trigger, together with the mirror's row |
 * | every withdrawal created since the first full check was complete | the same                                           |
 * | every request, again and again                                  | some hundred requests a round, by index            |
 *
 * Invariants:
 * - A transfer leaves the queue only when it is explained or its alarm is stored, so nothing is lost where a process
 *   dies.
 * - Each transfer raises one alarm, ever; two people end it. Nothing here sends, or changes a send.
 * - An alarm about a reference stops all sending. One about a foreign withdrawal does where FOREIGN_WITHDRAWALS is
 *   `stop`.
 */
import 'server-only';
import { inArray, isNull, sql } from 'drizzle-orm';
import { findDifferences } from '@/lib/sends/compare-transfer';
import {
  judgeTransfer,
  type TransferAlarmDetail,
  type TransferAlarmKind,
  type WatchedTransfer,
} from '@/lib/transfer-watch/transfer-alarm';
import { appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { transferAlarms, transferWatch, watchState } from '@/lib/server/database/schema/transfer-watch';
import { log } from '@/lib/server/observability/log';
import { readSyncState } from '@/lib/server/mirror/sync/sync-state';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';
import { isSameId } from '@/lib/text/uuid';
import { readExternalProfiles } from '@/lib/server/settings/external-profiles';
import { stopAutomatically } from '@/lib/server/stop-switch/stop-switch';
import { recordTransferAddresses } from '@/lib/server/recipients/known-addresses';
import { takeLease } from '@/lib/server/workers/lease';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { parseWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

const BATCH_SIZE = 200;
const MAX_OPEN_SENDS = 1_000;
const MAX_TEXT = 200;

/** Place of the round through all requests, by id; a restart starts over. */
const place = () => singleton('sends.watch', () => ({ requestId: NO_REQUEST }));
const NO_REQUEST = '00000000-0000-0000-0000-000000000000';

/**
 * Compares a batch of transfers with what was requested here, in one process at a time. Returns how many were explained
 * or raised an alarm.
 */
export async function watchTransfers(): Promise<number> {
  const lease = await takeLease('watch', settings().SEND_LEASE_MS);
  if (!lease) return 0;
  try {
    await beginForeignWatch();
    await queueNextRequests();
    return await judgeQueued();
  } finally {
    await lease.release();
  }
}

/**
 * Notes the end of the first full check of the mirror, once, and queues the withdrawals created since then that the
 * mirror has already; a trigger queues the later ones.
 */
async function beginForeignWatch(): Promise<void> {
  const [state] = await database().select().from(watchState);
  if (state?.foreignSince) return;
  const { lastWalk, incomplete } = await readSyncState();
  if (!lastWalk || incomplete) return;
  await inTransaction(async (transaction) => {
    const begun = await transaction
      .update(watchState)
      .set({ foreignSince: new Date(lastWalk.endedAt) })
      .where(isNull(watchState.foreignSince))
      .returning({ since: watchState.foreignSince });
    if (begun.length === 0) return;
    // The time as a value, of which the planner knows that few transfers are younger: else it reads all of them.
    await transaction.execute(sql`
      insert into transfer_watch (transfer_id)
      select id from mirror_transfers
      where created_at >= ${lastWalk.endedAt}::timestamptz and type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT'
      order by id on conflict do nothing`);
  });
}

/**
 * Queues the transfers of the next requests that nothing explains, so that every request is compared again and again.
 */
async function queueNextRequests(): Promise<void> {
  const { rows } = await database().execute<{ last: string | null }>(sql`
    with next as (
      select id, ref_id from withdrawal_requests where id > ${place().requestId}::uuid order by id limit ${BATCH_SIZE}
    ), queued as (
      insert into transfer_watch (transfer_id)
      select mirror.id from next
      join mirror_transfers mirror on mirror.ref_key = lower(next.ref_id) and mirror.record ->> 'ref_id' = next.ref_id
      left join sends on sends.request_id = next.id
      where mirror.id is distinct from sends.transfer_id
        and not (sends.request_id is not null and sends.state = 'REFUSED' and sends.alarm is not null)
        and not exists (select 1 from transfer_alarms where transfer_id = mirror.id)
      order by mirror.id on conflict do nothing
    )
    select id::text as last from next order by id desc limit 1`);
  place().requestId = rows[0]?.last ?? NO_REQUEST;
}

interface QueuedRow extends Record<string, unknown> {
  transferId: string;
  record: Record<string, unknown> | null;
  profileId: string | null;
  asset: string | null;
  network: string | null;
  isNewWithdrawal: boolean | null;
  requestId: string | null;
  requestState: NonNullable<WatchedTransfer['request']>['state'] | null;
  sendState: NonNullable<NonNullable<WatchedTransfer['request']>['send']>['state'] | null;
  recordedId: string | null;
  hasAlarm: boolean | null;
  isRecorded: boolean;
  hasOthers: boolean;
  isRaised: boolean;
}

/** Decides about a batch of the queue, the longest waiting first, on one snapshot of the database. */
async function judgeQueued(): Promise<number> {
  const { rows } = await database().execute<QueuedRow>(sql`
    select queued.transfer_id as "transferId", mirror.record, mirror.profile_id as "profileId", mirror.asset,
      mirror.network, request.id as "requestId", request.state as "requestState", send.state as "sendState",
      send.transfer_id as "recordedId", send.alarm is not null as "hasAlarm",
      mirror.type = 'CRYPTO_WITHDRAWAL' and mirror.direction = 'DEBIT'
        and (mirror.created_at >= watch_state.foreign_since or mirror.created_at = '-infinity')
        and watch_state.foreign_since is not null as "isNewWithdrawal",
      exists (select 1 from sends where transfer_id = queued.transfer_id) as "isRecorded",
      request.id is not null and exists (
        select 1 from mirror_transfers other where other.ref_key = mirror.ref_key
          and other.record ->> 'ref_id' = request.ref_id and other.id <> mirror.id) as "hasOthers",
      exists (select 1 from transfer_alarms where transfer_id = queued.transfer_id) as "isRaised"
    from (select transfer_id, queued_at from transfer_watch order by queued_at, transfer_id limit ${BATCH_SIZE}) queued
    cross join watch_state
    left join mirror_transfers mirror on mirror.id = queued.transfer_id
    left join withdrawal_requests request on request.ref_id = mirror.record ->> 'ref_id'
    left join sends send on send.request_id = request.id
    order by queued.queued_at, queued.transfer_id`);
  if (rows.length === 0) return 0;
  const external = (await readExternalProfiles()).profiles;
  const open = rows.some(isWithoutReference) ? await readOpenBodies() : [];
  const judged = rows.map((row) => ({
    row,
    verdict: row.isRaised || row.record === null ? 'explained' : judgeTransfer(toWatched(row, { external, open })),
  }));
  const waiting = judged.filter(({ verdict }) => verdict === 'wait').map(({ row }) => row.transferId);
  const done = rows.map(({ transferId }) => transferId).filter((transferId) => !waiting.includes(transferId));
  const alarms = judged.flatMap(({ row, verdict }) =>
    verdict === 'foreign' || verdict === 'reference' ? [toAlarm(row, verdict)] : [],
  );
  await inTransaction(async (transaction) => {
    await raiseAlarms(transaction, alarms);
    await recordTransferAddresses(transaction, done);
    if (done.length > 0) await transaction.delete(transferWatch).where(inArray(transferWatch.transferId, done));
    // Behind all others, which then have their turn.
    if (waiting.length > 0)
      await transaction
        .update(transferWatch)
        .set({ queuedAt: sql`clock_timestamp()` })
        .where(inArray(transferWatch.transferId, waiting));
  });
  return done.length;
}

const isWithoutReference = ({ record, requestId }: QueuedRow) =>
  requestId === null && record !== null && typeof record.ref_id !== 'string';

/** Reads the bodies of the sends that may be at the service without being recorded yet. */
async function readOpenBodies(): Promise<WithdrawalBody[]> {
  const { rows } = await database().execute<{ body: Buffer }>(sql`
    select version.body from sends
    join withdrawal_requests request on request.id = sends.request_id
    join request_versions version on version.request_id = request.id and version.version = request.version
    where sends.state in ('SENDING', 'UNKNOWN', 'HOLD') or (sends.state = 'QUEUED' and sends.is_ambiguous)
    limit ${MAX_OPEN_SENDS}`);
  return rows.map(({ body }) => parseWithdrawalBody(body));
}

function toWatched(
  row: QueuedRow,
  { external, open }: { external: readonly string[]; open: readonly WithdrawalBody[] },
): WatchedTransfer {
  const { transferId, requestState, sendState, recordedId, hasAlarm, profileId } = row;
  const transfer = isWithoutReference(row) ? decodeTransfer(row.record) : undefined;
  return {
    transferId,
    request: requestState && {
      state: requestState,
      send: sendState && { state: sendState, transferId: recordedId, hasAlarm: hasAlarm ?? false },
    },
    hasOthers: row.hasOthers,
    isRecorded: row.isRecorded,
    isNewWithdrawal: row.isNewWithdrawal ?? false,
    isOfExternalProfile: external.some((profile) => isSameId(profile, profileId ?? '')),
    mayBeOpenSend: open.some(
      (body) => transfer !== undefined && transfer.id !== null && findDifferences(body, transfer).join() === 'ref_id',
    ),
  };
}

interface NewAlarm {
  transferId: string;
  kind: TransferAlarmKind;
  requestId: string | null;
  detail: TransferAlarmDetail;
}

function toAlarm(row: QueuedRow, kind: TransferAlarmKind): NewAlarm {
  const textOf = (member: string) => {
    const value = row.record?.[member];
    return typeof value === 'string' ? value.slice(0, MAX_TEXT).toWellFormed() : '';
  };
  return {
    transferId: row.transferId,
    kind,
    requestId: row.requestId,
    detail: {
      profileId: row.profileId ?? '',
      asset: row.asset ?? '',
      network: row.network ?? '',
      amount: textOf('amount'),
      address: textOf('destination_address'),
      createdAt: textOf('created_at'),
      refId: textOf('ref_id'),
      ...(row.requestState && { requestState: row.requestState }),
      ...(row.sendState && { sendState: row.sendState }),
      ...(row.recordedId !== null && { recordedId: row.recordedId }),
    },
  };
}

/** Stores the alarms that are new, stops sending where they ask for it, and records both. */
async function raiseAlarms(transaction: Transaction, alarms: readonly NewAlarm[]): Promise<void> {
  if (alarms.length === 0) return;
  // A stop that a crash of the database could undo would be none.
  await transaction.execute(sql`set local synchronous_commit = on`);
  const stored = await transaction
    .insert(transferAlarms)
    .values([...alarms])
    .onConflictDoNothing()
    .returning({ transferId: transferAlarms.transferId });
  const raised = alarms.filter(({ transferId }) => stored.some((alarm) => alarm.transferId === transferId));
  const stopping = raised.filter(({ kind }) => kind === 'reference' || settings().FOREIGN_WITHDRAWALS === 'stop');
  if (stopping.length > 0) await stopAutomatically(transaction, explainStop(stopping), { isNew: true });
  for (const { transferId, kind, requestId } of raised)
    log.error({ transferId, kind, requestId }, 'transfer found that no request explains');
  await appendAudits(
    transaction,
    raised.map(({ transferId, kind, requestId, detail }) => ({
      action: 'transfer.alarm' as const,
      actor: null,
      subject: requestId === null ? `transfer:${transferId}` : `request:${requestId}`,
      origin: null,
      after: { transferId, kind, detail },
    })),
  );
}

/** Explains a stop to everybody: who may see the transfer finds it among the alarms. */
const STOP_REASONS = {
  foreign: 'The console found a withdrawal that nobody requested here.',
  reference: 'The console found a transfer that does not fit the withdrawal whose reference it has.',
  unaudited: 'The console found a transfer whose request or approvals the audit log does not have.',
} as const satisfies Record<NewAlarm['kind'], string>;

function explainStop(stopping: readonly NewAlarm[]): string {
  const reasons = new Set(stopping.map(({ kind }) => STOP_REASONS[kind]));
  return `${[...reasons].join(' ')} The alarms on the page “Status” say which.`;
}
