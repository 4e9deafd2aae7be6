/*
 * Counts calls against the limits of lib/http/rate-limits.ts, which also explains the algorithm. One unlogged table,
 * rate_limits, holds a single timestamp per key (`spent_until`), so that all processes share one count and one clock.
 * Decision record: docs/decisions/0011-rate-limits-in-a-table-of-our-own.md.
 *
 * How a call is counted, for each of its keys, from the cheapest way to the last resort:
 *
 * | state of the key in this process       | action                                               |
 * | -------------------------------------- | ---------------------------------------------------- |
 * | refused earlier, its wait is not over  | refuse without asking the database                   |
 * | calls were counted in advance          | use up one of them                                   |
 * | neither                                | charge the database: a whole batch, else one call    |
 * | the database cannot count              | charge the counts of this process, and log the error |
 *
 * Invariants:
 * - A call with a known person, address or budget of its own was counted before it was let through, in the database or,
 *   while that is down, in this process.
 * - A flood of calls causes no flood of writes: a refused key is remembered, and the audit log gets at most one entry a
 *   minute for each limit and person, network or budget of its own.
 * - A failure to count or to record never refuses a call that the limit allows.
 * - Each in-memory map is bounded by MAX_KEYS, and no key is longer than what the console itself made or verified.
 */
import 'server-only';
import { sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { type Charge, computeCharges, type LimitName, networkOf, spend } from '@/lib/http/rate-limits';
import { countLimitedCall } from '@/lib/server/observability/counters';
import { database } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import type { Origin } from '@/lib/server/auth/request-origin';
import { recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';
import { singleton } from '@/lib/server/runtime/singleton';
import { settings } from '@/lib/server/config/settings';

// More keys than any desk has; bounds the memory that a flood from ever new addresses can take.
const MAX_KEYS = 10_000;
const LOG_INTERVAL_S = 60;

/** This process's own state by key. Times are seconds of its monotonic clock; `prepaid` holds counts. */
const localState = () =>
  singleton('people.limits', () => ({
    /**
     * Time until which a key is refused without asking the database, so that a flood of calls causes no flood of
     * writes.
     */
    blockedUntil: new Map<string, number>(),
    /** Number of calls by key that the database counted in advance and that have not been made yet. */
    prepaid: new Map<string, number>(),
    /** Counts of this process alone, used while the database cannot count. */
    spentUntil: new Map<string, number>(),
    loggedAt: -Infinity,
  }));

/**
 * Counts one call of a person and from an address, or of what has a budget of its own, over all processes and by the
 * database's clock. Returns undefined if
 * the call may proceed, otherwise the whole seconds after which to try again.
 */
export async function countCall(name: LimitName, caller: Caller): Promise<number | undefined> {
  const { person, origin, own, times } = caller;
  const given = { personId: person?.id, address: origin?.address ?? null, own };
  const charges = computeCharges(name, settings().CONSOLE_LIMITS, given, times);
  const blockedS = blockedFor(charges);
  const waitS = blockedS ?? (await chargeAll(charges));
  if (waitS === undefined) return undefined;
  countLimitedCall(name);
  if (blockedS === undefined) await recordLimitedCall(name, caller);
  return Math.max(1, Math.ceil(waitS));
}

/** The signed-in person, if any, and the origin of a call. */
interface Caller {
  person?: { id: string; name: string };
  /**
   * What has a budget of its own (lib/http/rate-limits.ts): made or verified by the console, and at most 100
   * characters.
   */
  own?: string | undefined;
  /** For how many calls this one counts; 1 by default. */
  times?: number | undefined;
  origin: Origin | null;
}

async function recordLimitedCall(limit: LimitName, { person, own, origin }: Caller): Promise<void> {
  const entry: AuditEntry = person
    ? {
        action: 'access.limited',
        actor: { id: person.id, name: person.name },
        subject: `person:${person.id}`,
        origin,
        after: { limit },
      }
    : { ...describeStranger(limit, own), actor: null, origin, after: { limit } };
  // The call stays refused if recording it fails.
  await recordDeniedAttempt(`limit ${limit} ${own ?? person?.id ?? networkOf(origin?.address ?? '')}`, entry).catch(
    logFailure,
  );
}

/** Says what of callers without a session was limited. */
function describeStranger(
  limit: LimitName,
  own: string | undefined,
): Pick<AuditEntry, 'action' | 'subject' | 'reason'> {
  if (limit === 'endDigests')
    return {
      action: 'access.limited',
      subject: `person:${own}`,
      reason: 'Too many uses of a link that ends digests.',
    };
  if (limit === 'directory')
    return { action: 'access.limited', subject: 'directory', reason: 'Too many requests of the company’s directory.' };
  const what = limit === 'backChannelLogout' ? 'logout tokens' : 'sign-ins';
  return {
    action: 'session.refused',
    subject: 'sign-in',
    reason: `Too many ${what} from this ${own === undefined ? 'address' : 'browser'}.`,
  };
}

async function chargeAll(charges: readonly Charge[]): Promise<number | undefined> {
  const due = charges.filter(({ key }) => !usePrepaidCall(key));
  if (due.length === 0) return undefined;
  let limited: readonly LimitedCharge[];
  try {
    limited = await chargeInBatches(due);
  } catch (error) {
    logFailure(error);
    limited = chargeLocally(due);
  }
  const now = nowS();
  for (const { key, waitS } of limited) remember(localState().blockedUntil, key, now + waitS);
  return limited.length > 0 ? Math.max(...limited.map(({ waitS }) => waitS)) : undefined;
}

/** Uses up one call that was counted in advance; returns whether there was one. */
function usePrepaidCall(key: string): boolean {
  const { prepaid } = localState();
  const left = prepaid.get(key) ?? 0;
  if (left > 1) prepaid.set(key, left - 1);
  else prepaid.delete(key);
  return left > 0;
}

/** Counts each charge together with the rest of its batch, or alone where the limit has no room for a whole batch. */
async function chargeInBatches(charges: readonly Charge[]): Promise<readonly LimitedCharge[]> {
  const { prepaid } = localState();
  const batched = charges.filter(({ batchSize }) => batchSize > 1);
  const withoutRoom =
    batched.length > 0
      ? await chargeInDatabase(batched.map((each) => ({ ...each, intervalS: each.intervalS * each.batchSize })))
      : [];
  const hasNoRoom = ({ key }: Charge) => withoutRoom.some((limited) => limited.key === key);
  for (const { key, batchSize } of batched.filter((each) => !hasNoRoom(each)))
    remember(prepaid, key, (prepaid.get(key) ?? 0) + batchSize - 1);
  const single = charges.filter((each) => each.batchSize === 1 || hasNoRoom(each));
  return single.length > 0 ? chargeInDatabase(single) : [];
}

interface LimitedCharge {
  key: string;
  waitS: number;
}

/**
 * Applies `spend` of lib/http/rate-limits to all charges in one statement. Locks the rows in the order of their keys,
 * so that concurrent calls cannot deadlock.
 */
async function chargeInDatabase(charges: readonly Charge[]): Promise<LimitedCharge[]> {
  const values = sql.join(
    charges.map(
      ({ key, intervalS, windowS }) =>
        sql`(${key}::text, make_interval(secs => ${intervalS}::float8), make_interval(secs => ${windowS}::float8))`,
    ),
    sql`, `,
  );
  const { rows } = await database().execute<{ key: string; waitS: number }>(sql`
    with charges (key, interval_length, window_length) as (values ${values}),
    charged as (
      insert into rate_limits as spent (key, spent_until)
      select key, now() + interval_length from charges order by key
      on conflict (key) do update
      set spent_until = greatest(spent.spent_until, now()) + (excluded.spent_until - now())
      where greatest(spent.spent_until, now()) + (excluded.spent_until - now())
        <= now() + (select window_length from charges where charges.key = spent.key)
      returning key
    )
    select key,
      coalesce(extract(epoch from spent.spent_until + interval_length - window_length - now()), 1)::float8 as "waitS"
    from charges left join rate_limits spent using (key)
    where key not in (select key from charged)`);
  return rows;
}

function chargeLocally(charges: readonly Charge[]): LimitedCharge[] {
  const { spentUntil } = localState();
  return charges.flatMap((charge) => {
    const outcome = spend(charge, spentUntil.get(charge.key) ?? 0, nowS());
    if ('waitS' in outcome) return [{ key: charge.key, waitS: outcome.waitS }];
    remember(spentUntil, charge.key, outcome.spentUntilS);
    return [];
  });
}

function blockedFor(charges: readonly Charge[]): number | undefined {
  const waits = charges.map(({ key }) => (localState().blockedUntil.get(key) ?? 0) - nowS());
  const longest = Math.max(0, ...waits);
  return longest > 0 ? longest : undefined;
}

function remember(times: Map<string, number>, key: string, untilS: number): void {
  if (times.size >= MAX_KEYS) for (const [old, until] of times) if (until <= nowS()) times.delete(old);
  if (times.size >= MAX_KEYS) times.clear();
  times.set(key, untilS);
}

function logFailure(error: unknown): void {
  const state = localState();
  if (nowS() - state.loggedAt < LOG_INTERVAL_S) return;
  state.loggedAt = nowS();
  log.error(
    { err: error },
    'counting or recording a limited call failed; calls that the database cannot count are counted by each process',
  );
}

// Monotonic: changes of the system clock do not affect it.
function nowS(): number {
  return performance.now() / 1000;
}
