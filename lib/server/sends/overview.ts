import 'server-only';
import { asc, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { denialReason } from '@/lib/identity/roles';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { OPTIONAL_FIELDS, type OptionalField } from '@/lib/sends/compare-transfer';
import type { SendState, WalkReport } from '@/lib/sends/send-machine';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import type { RestoreCheck } from '@/lib/mirror/restore-check';
import { readRestoreCheck } from '@/lib/server/mirror/sync/restore-check';
import type { Person } from '@/lib/server/auth/sessions';
import { countHiddenAlarms, listTransferAlarms } from '@/lib/server/transfer-watch/known-transfers';
import type { TransferAlarm } from '@/lib/transfer-watch/transfer-alarm';
import { listProposals } from '@/lib/server/proposals/read';
import { readSendingState } from '@/lib/server/stop-switch/stop-switch';
import type { SendingPoll, SendingState } from '@/lib/sends/contract';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';

/** Send whose outcome is unknown, or that is on hold; `since` is when it was last sent, or changed if it never was. */
export interface UnknownSend {
  requestId: string;
  refId: string;
  state: SendState;
  since: string;
}

/** Unresolved sends, oldest first, at most 100, and whether there are more. */
export interface UnresolvedSends {
  requests: UnknownSend[];
  hasMore: boolean;
}

/** State of sending for the status page. */
export interface SendsOverview {
  sending: SendingState;
  /** Number of sends of visible profiles by state; a state without sends has no entry. */
  counts: Partial<Record<SendState, number>>;
  unresolved: UnresolvedSends;
  /** Report of the latest reconciliation walk; null where none was needed yet. */
  lastWalk: WalkReport | null;
  /** Progress of the full check after the latest restore; null where the database was never restored. */
  restore: RestoreCheck | null;
  /** What the service leaves out of its records; null where the latest comparisons found everything. */
  leftOut: LeftOut | null;
  /** Proposals to resume sending, newest first. */
  proposals: ProposalView[];
  /** Transfers that no request explains, oldest first, at most 100, and the proposals to mark them as known. */
  transferAlarms: TransferAlarm[];
  /** Number of alarms about profiles that the reader does not see, for who can resume sending. */
  hiddenAlarms: number;
  knownProposals: ProposalView[];
}

/** Fields that the service's records leave out although requests had them. */
export interface LeftOut {
  fields: OptionalField[];
  /** Number of withdrawals among the newest 200 of these; the latest of them. */
  withdrawals: number;
  lastAt: string;
}

const MAX_UNRESOLVED = 100;
const MAX_LEFT_OUT = 200;

/** Reads the state of the stop switch, the id of the reader, and what waits for the reader. */
export async function readSending(): Promise<Result<SendingPoll, Denial>> {
  const person = await authorize('readStatus');
  if (!person.ok) return person;
  const [sending, waiting] = await Promise.all([readSendingState(), countWaiting(person.value)]);
  return ok({ ...sending, personId: person.value.id, waiting });
}

/** Reads the state of sending for a person who may read the status. */
export async function readSendsOverview(): Promise<Result<SendsOverview, Denial>> {
  const person = await authorize('readStatus');
  if (!person.ok) return person;
  const { value: reader } = person;
  const [sending, rows, unresolved, [walked], leftOut, proposals, restore, watched] = await Promise.all([
    readSendingState(),
    countSends(reader),
    readUnresolved(reader),
    database()
      .select({ lastWalk: sends.lastWalk })
      .from(sends)
      .where(isNotNull(sends.lastWalk))
      .orderBy(desc(sends.updatedAt))
      .limit(1),
    readLeftOut(),
    listProposals('resume-sending', 'resume-sending', person.value),
    readRestoreCheck(),
    readWatch(reader),
  ]);
  return ok({
    sending,
    counts: Object.fromEntries(rows.map(({ state, found }) => [state, found])),
    unresolved,
    lastWalk: walked?.lastWalk ?? null,
    restore,
    leftOut,
    proposals,
    ...watched,
  });
}

/** Counts the sends of profiles that a reader may see, by state; without a look at the requests for who sees all. */
function countSends(reader: Person) {
  const visible = visibleRequests(reader);
  const counted = database().select({ state: sends.state, found: count() }).from(sends).$dynamic();
  const seen = visible
    ? counted
        .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
        .innerJoin(requestVersions, isCurrentVersion(reader))
    : counted;
  return seen.groupBy(sends.state);
}

/** Reads which fields the service's records leave out: a property of the service, shown once. */
async function readLeftOut(): Promise<LeftOut | null> {
  const rows = await database()
    .select({ fields: sends.unconfirmedFields, at: sends.updatedAt })
    .from(sends)
    .where(sql`${sends.unconfirmedFields} <> '{}'`)
    .orderBy(desc(sends.updatedAt))
    .limit(MAX_LEFT_OUT);
  const [latest] = rows;
  if (!latest) return null;
  const found = new Set(rows.flatMap(({ fields }) => fields ?? []));
  return {
    fields: OPTIONAL_FIELDS.filter((field) => found.has(field)),
    withdrawals: rows.length,
    lastAt: latest.at.toISOString(),
  };
}

async function readWatch(
  reader: Person,
): Promise<Pick<SendsOverview, 'transferAlarms' | 'hiddenAlarms' | 'knownProposals'>> {
  const resumes = denialReason('resumeSending', reader.roles) === undefined;
  const [transferAlarms, hiddenAlarms, knownProposals] = await Promise.all([
    listTransferAlarms(reader),
    resumes ? countHiddenAlarms(reader) : 0,
    listProposals('known-transfers', 'known-transfers', reader),
  ]);
  return { transferAlarms, hiddenAlarms, knownProposals };
}

/** Reads the withdrawals with an unknown outcome or on hold, for a person who may read the status. */
export async function readUnresolvedSends(): Promise<Result<UnresolvedSends, Denial>> {
  const person = await authorize('readStatus');
  return person.ok ? ok(await readUnresolved(person.value)) : person;
}

async function readUnresolved(reader: Person): Promise<UnresolvedSends> {
  // Not the row's last change, which every search for the withdrawal moves.
  const since = sql<Date>`coalesce((
    select max(${sendAttempts.startedAt}) from ${sendAttempts} where ${sendAttempts.requestId} = ${sends.requestId}
  ), ${sends.updatedAt})`.mapWith(sends.updatedAt);
  const rows = await database()
    .select({ requestId: sends.requestId, refId: withdrawalRequests.refId, state: sends.state, since })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(requestVersions, isCurrentVersion(reader))
    .where(inArray(sends.state, ['UNKNOWN', 'HOLD']))
    .orderBy(asc(since), asc(sends.requestId))
    .limit(MAX_UNRESOLVED + 1);
  return {
    requests: rows.slice(0, MAX_UNRESOLVED).map((row) => ({ ...row, since: row.since.toISOString() })),
    hasMore: rows.length > MAX_UNRESOLVED,
  };
}
