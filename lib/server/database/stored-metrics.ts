import 'server-only';
import { Counter, Gauge, Registry } from 'prom-client';
import { completeAsOf, type SyncState } from '@/lib/mirror/sync';
import type { SendState } from '@/lib/sends/send-machine';
import { TRANSFER_ALARM_KINDS, type TransferAlarmKind } from '@/lib/transfer-watch/transfer-alarm';
import { HASTE_REASONS, type HasteReason } from '@/lib/requests/haste';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';
import { openPool } from '@/lib/server/database/client';

/** Numbers that the database holds for all processes, at one moment of its clock. */
interface Stored {
  now: string;
  sends: { state: SendState; rows: number; oldest: number }[] | null;
  stopped: boolean | null;
  costAlarms: number;
  transferAlarms: number;
  /** Hasty decisions, by reason. */
  hasty: Partial<Record<HasteReason, number>> | null;
  /** Open alarms about transfers that no request explains, by kind. */
  unexplained: Partial<Record<TransferAlarmKind, number>> | null;
  /**
   * Seconds since a reconciliation walk was last completed, or since the oldest unknown outcome, whichever is later;
   * null where no outcome is unknown.
   */
  reconciliation: number | null;
  sessions: number;
  audit: { seq: number; hash: string } | null;
  /** End of the chain of signed statements under the newest root; null where it has no entry. */
  proof: { position: number; hash: string } | null;
  mirror: SyncState | null;
  transfers: number;
  quarantined: number;
  missingIndexes: number;
  reads: number | null;
  throttled: number | null;
  /** Notifications to deliver, given up in seven days, and the seconds since the oldest that is due was due. */
  notices: { queued: number; dead: number; oldest: number };
  sendSettings: number;
}

// Counts only sends that are not final: the number of final ones grows without end, and alerts must not wait for it.
// The age of a QUEUED send runs from its first attempt, or else its approval; of UNKNOWN and HOLD from their last
// attempt.
export const STORED = `
  with aged as (
    select state, case
      when state = 'QUEUED' then coalesce((select min(started_at) from send_attempts a where a.request_id = sends.request_id), updated_at)
      when state in ('UNKNOWN', 'HOLD') then coalesce((select max(ended_at) from send_attempts a where a.request_id = sends.request_id), updated_at)
      else updated_at end as since
    from sends where state in ('QUEUED', 'SENDING', 'UNKNOWN', 'HOLD')
  ), unknown as (select min(since) as since from aged where state = 'UNKNOWN'),
  walked as (
    select max(at) as at from (
      select at from audit_log where action = 'send.reconciled' and entry like '%"isComplete":true%' order by seq desc limit 1
    ) last_walk
  )
  select json_build_object(
    'now', now(),
    'sends', (select json_agg(s) from (
      select state, count(*)::int as rows, extract(epoch from now() - min(since))::float8 as oldest from aged group by state
    ) s),
    'stopped', (select is_stopped from stop_switch),
    'costAlarms', (select count(*) from sends where cost_alarm is not null),
    'transferAlarms', (select count(*) from sends where alarm is not null),
    'unexplained', (select json_object_agg(kind, n) from (select kind, count(*)::int as n from transfer_alarms a where known_by is null and not exists (select 1 from sends where transfer_id = a.transfer_id and request_id = a.request_id and a.kind <> 'unaudited') group by kind) k),
    'hasty', (select json_object_agg(reason, n) from (select reason, count(*)::int as n from hasty_decisions group by reason) h),
    'reconciliation', (select extract(epoch from now() - greatest(unknown.since, walked.at))::float8 from unknown, walked where unknown.since is not null),
    'sessions', (select count(*) from sessions where ended_at is null and ends_at > now() and seen_at >= now() - make_interval(mins => $1::int)),
    'audit', (select json_build_object('seq', seq, 'hash', hash) from audit_head),
    'proof', (select json_build_object('position', position, 'hash', hash) from proof_entries
      where root = (select fingerprint from proof_roots order by at desc limit 1) order by position desc limit 1),
    'mirror', (select state from mirror_sync),
    'transfers', (select coalesce(sum(transfers), 0)::float8 from mirror_totals),
    'quarantined', (select count(*) from mirror_quarantine),
    'missingIndexes', mirror_missing_indexes(),
    'reads', (select reads from read_budget),
    'throttled', (select throttled from read_budget),
    'notices', (select json_build_object('queued', count(*) filter (where state = 'QUEUED'),
      'dead', count(*) filter (where state = 'DEAD' and ended_at > now() - interval '7 days'),
      'oldest', coalesce(extract(epoch from now() - min(due_at) filter (where state = 'QUEUED' and due_at <= now()))::float8, 0))
      from (
        select state, due_at, ended_at from notice_deliveries union all select state, due_at, ended_at from target_deliveries
      ) deliveries where state in ('QUEUED', 'DEAD')),
    'sendSettings', (select count(distinct send_settings) from console_processes where seen_at > now() - interval '2 minutes')
  ) as stored`;

const OPEN_STATES: readonly SendState[] = ['QUEUED', 'SENDING', 'UNKNOWN', 'HOLD'];
const OVER_STATES: readonly SendState[] = ['ACCEPTED', 'REFUSED'];
const OVER = `select state, count(*)::int as rows from sends where state in ('ACCEPTED', 'REFUSED') group by state`;

const CONNECT_MS = 1_500;
const QUERY_MS = 2_000;

/** Returns a pool of one connection, so that metrics can be read while every other connection is in use. */
const ownPool = () =>
  singleton('metrics.database', () =>
    openPool({
      connectionString: settings().DATABASE_URL,
      max: 1,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: QUERY_MS,
      query_timeout: QUERY_MS,
      allowExitOnIdle: true,
      application_name: 'countersign-metrics',
    }),
  );

const reading = () =>
  singleton('metrics.reading', () => ({ underWay: undefined as Promise<Registry | undefined> | undefined }));

/**
 * Reads the numbers of the database as metrics; undefined where it does not answer within some seconds. Concurrent
 * calls share one statement.
 */
export async function readStoredMetrics(): Promise<Registry | undefined> {
  const state = reading();
  state.underWay ??= readOnce().finally(() => {
    state.underWay = undefined;
  });
  return state.underWay;
}

async function readOnce(): Promise<Registry | undefined> {
  try {
    const { rows } = await ownPool().query<{ stored: Stored }>(STORED, [settings().SESSION_IDLE_MINUTES]);
    return rows[0] && toMetrics(rows[0].stored, await countOver());
  } catch (error) {
    log.warn({ err: error }, 'reading metrics from the database failed');
    return undefined;
  }
}

/** Counts final sends by state; undefined where that takes too long. */
async function countOver(): Promise<{ state: SendState; rows: number }[] | undefined> {
  return ownPool()
    .query<{ state: SendState; rows: number }>(OVER)
    .then(
      ({ rows }) => rows,
      () => undefined,
    );
}

function toMetrics(stored: Stored, over: Awaited<ReturnType<typeof countOver>>): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name: `countersign_${name}`, help, registers }).set(value);
  const counter = (name: string, help: string, value: number) =>
    new Counter({ name: `countersign_${name}`, help, registers }).inc(value);
  const byState = (name: string, help: string, states: readonly SendState[], valueOf: (state: SendState) => number) => {
    const created = new Gauge({ name: `countersign_${name}`, help, labelNames: ['state'], registers });
    for (const state of states) created.set({ state }, valueOf(state));
  };
  const sendsIn = (wanted: SendState) => stored.sends?.find(({ state }) => state === wanted);
  const covered = completeAsOf(stored.mirror ?? {});
  const secondsSince = (iso: string) => Math.max(0, (Date.parse(stored.now) - Date.parse(iso)) / 1000);
  const failingSince = stored.mirror?.failingSince;

  const counted = [...(stored.sends ?? []), ...(over ?? [])];
  const countedStates = over ? [...OPEN_STATES, ...OVER_STATES] : OPEN_STATES;
  byState('sends', 'Sends, by state', countedStates, (state) => counted.find((one) => one.state === state)?.rows ?? 0);
  byState(
    'sends_oldest_age_seconds',
    'Age of the oldest send in each state; 0 where there is none',
    OPEN_STATES,
    (state) => sendsIn(state)?.oldest ?? 0,
  );
  // A missing switch counts as stopped (lib/server/stop-switch/stop-switch.ts).
  gauge('sending_stopped', 'Whether the stop switch is set: 1 or 0', (stored.stopped ?? true) ? 1 : 0);
  gauge('cost_alarms', 'Withdrawals whose total or fee is not as expected', stored.costAlarms);
  gauge('transfer_alarms', 'Accepted withdrawals that the service no longer knows', stored.transferAlarms);
  const unexplained = new Gauge({
    name: 'countersign_unexplained_transfers',
    help: 'Transfers that no request explains and that two people have not marked as known, by kind',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of TRANSFER_ALARM_KINDS) unexplained.set({ kind }, stored.unexplained?.[kind] ?? 0);
  const hasty = new Counter({
    name: 'countersign_hasty_decisions_total',
    help: 'Decisions within three seconds of being shown, or as more than the tenth of a person within a minute',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of HASTE_REASONS) hasty.inc({ reason }, stored.hasty?.[reason] ?? 0);
  gauge('notices_queued', 'Notifications that are to be delivered', stored.notices.queued);
  gauge('notices_dead', 'Notifications given up during the last seven days', stored.notices.dead);
  gauge(
    'notices_oldest_due_age_seconds',
    'Time since the oldest notification that is due was due; 0 where none is',
    stored.notices.oldest,
  );
  gauge(
    'reconciliation_age_seconds',
    'Time since a reconciliation walk was last completed, while an outcome is unknown; 0 otherwise',
    stored.reconciliation ?? 0,
  );
  gauge(
    'send_setting_versions',
    'Different send settings among the processes that run; more than 1 where they are not configured alike',
    stored.sendSettings,
  );
  gauge('sessions', 'Sessions that are neither ended, idle too long nor too old', stored.sessions);
  gauge('audit_sequence', 'Number of the newest entry of the audit log', stored.audit?.seq ?? Number.NaN);
  gauge(
    'audit_head',
    'First 48 bits of the newest entry’s hash, as a number; printf %012x gives the digits',
    Number.parseInt(stored.audit?.hash.slice(0, 12) ?? '', 16),
  );
  gauge('proof_position', 'Number of the newest signed statement under the newest root', stored.proof?.position ?? 0);
  gauge(
    'proof_head',
    'First 48 bits of that statement’s hash in the chain, as a number; printf %012x gives the digits',
    Number.parseInt(stored.proof?.hash.slice(0, 12) ?? '', 16),
  );
  gauge('mirror_transfers', 'Transfers in the mirror', stored.transfers);
  gauge('mirror_complete', 'Whether the mirror has ever been complete: 1 or 0', covered === null ? 0 : 1);
  gauge(
    'mirror_lag_seconds',
    'Time since the mirror was complete; not a number where it never was',
    covered ? secondsSince(covered) : Number.NaN,
  );
  gauge(
    'mirror_failing_seconds',
    'For how long new transfers could not be read; 0 where they can',
    failingSince ? secondsSince(failingSince) : 0,
  );
  gauge(
    'mirror_quarantined',
    'Items from the service that are no transfer or could not be stored unchanged',
    stored.quarantined,
  );
  gauge(
    'mirror_missing_indexes',
    'Indexes of the mirror that the first sync has left to be built; filters are slow until there are none',
    stored.missingIndexes,
  );
  counter('service_reads_total', 'Reads of the service by all processes, each try counted', stored.reads ?? 0);
  counter('service_throttled_total', 'How often the service asked to slow down', stored.throttled ?? 0);
  return registry;
}
