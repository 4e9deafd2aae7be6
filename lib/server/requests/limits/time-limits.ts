import 'server-only';
import { sql } from 'drizzle-orm';
import { listTimeLimits } from '@/lib/policy/describe-time-limit';
import type { PolicyRule } from '@/lib/policy/rules';
import { isOverLimit, measureOf, nextStarts, type TimeLimit, type TimeUsage, windowAt } from '@/lib/policy/time-limits';
import type { Transaction } from '@/lib/server/database/client';
import { readPrices } from '@/lib/server/mirror/figures/asset-price';
import {
  type Counted,
  type Counting,
  explainMirrorFault,
  readCounted,
  readMirrorState,
} from '@/lib/server/requests/limits/counts';
import { describeScope, type LimitSubject, sumSubmission } from '@/lib/server/requests/limits/scope';
import { addPrices, addUnits, unknownTotal } from '@/lib/server/requests/limits/totals';
import { createReadCache, type ReadOnce, readTogether } from '@/lib/server/requests/limits/read-once';
import { listAccounts } from '@/lib/server/requests/limits/second-account';

/*
 * Reads what counts against the limits over time of a policy: docs/decisions/0043-limits-over-time.md.
 *
 * | counted                                             | at                              | as                    |
 * | --------------------------------------------------- | ------------------------------- | --------------------- |
 * | requests, but for those that never leave            | saved, or allowed to leave      | the fixed value       |
 * | outgoing transfers that no such request asked for   | created, by the service's clock | total, else amount    |
 *
 * A request never leaves once it is rejected, expired or cancelled, its send was declined or closed as not sent, or its
 * transfer failed. A transfer of it that the copy has all the same counts as one that nobody asked for.
 *
 * Nobody requested a transfer that left by another way, so a limit by requester does not count it.
 */

type Reader = Pick<Transaction, 'execute'>;

interface Moment {
  /** The end of the windows. */
  at: Date;
  /** Remembers what many withdrawals of one submission share. */
  once?: ReadOnce;
}

/**
 * A withdrawal never waits longer than the longest window; calendar windows have a limit of their own (`nextStarts`).
 */
const MAX_WAIT_MS = 31 * 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** Makes every other transaction that saves a request wait, so that requests that are made at once count each other. */
export async function lockTimeLimits(transaction: Reader): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('time limits', 0))`);
}

/** Reads the time by which the database dates what this transaction saves. */
export async function readTransactionTime(reader: Reader): Promise<Date> {
  const { rows } = await reader.execute<{ ms: number }>(sql`select (extract(epoch from now()) * 1000)::float8 as ms`);
  return new Date(rows[0]?.ms ?? Number.NaN);
}

/**
 * Reads what counts against every limit over time of the rules, this withdrawal included, in windows that end at `at`.
 * The ages of prices change with every deposit, so only what is not stored or signed has them (`withAges`).
 */
export async function readTimeUsages(
  reader: Reader,
  rules: readonly PolicyRule[],
  subject: LimitSubject,
  { at, once = createReadCache(), withAges = false }: Moment & { withAges?: boolean },
): Promise<TimeUsage[]> {
  const limits = new Map(listTimeLimits(rules).map((limit) => [measureOf(limit), limit]));
  const usages = await readUsages(reader, [...limits.values()], subject, { at, once });
  return withAges ? usages : usages.map(withoutAge);
}

function withoutAge({ price, ...usage }: TimeUsage): TimeUsage {
  return price ? { ...usage, price: { usd: price.usd } } : usage;
}

/**
 * Finds the first minute after a moment at which a limit would not be exceeded; undefined where none comes within a
 * month. Use falls while time goes on, since what counts leaves the window.
 */
export async function findFreeTime(
  reader: Reader,
  limit: TimeLimit,
  subject: LimitSubject,
  { at: after, once = createReadCache() }: Moment,
): Promise<Date | undefined> {
  const isOverAt = async (ms: number) => {
    const usages = await readUsages(reader, [limit], subject, { at: new Date(ms), once });
    return isOverLimit(limit, subject.body.asset, usages);
  };
  if (limit.window.kind === 'calendar') {
    for (const next of nextStarts(limit.window, after)) if (!(await isOverAt(next.getTime()))) return next;
    return undefined;
  }
  let over = Math.floor(after.getTime() / MINUTE_MS);
  let free = Math.ceil((after.getTime() + MAX_WAIT_MS) / MINUTE_MS);
  if (await isOverAt(free * MINUTE_MS)) return undefined;
  while (free - over > 1) {
    const middle = Math.floor((over + free) / 2);
    if (await isOverAt(middle * MINUTE_MS)) over = middle;
    else free = middle;
  }
  return new Date(free * MINUTE_MS);
}

async function readUsages(
  reader: Reader,
  limits: readonly TimeLimit[],
  subject: LimitSubject,
  moment: Required<Moment>,
): Promise<TimeUsage[]> {
  const { at, once } = moment;
  const countings: (Counting | string)[] = [];
  for (const limit of limits) countings.push(await prepareCounting(reader, limit, subject, moment));
  const counted = await readTogether(once, countings.filter(isKnown), {
    nameOf: ({ overTime }) => `${measureOf(overTime)} ${describeScope(overTime, subject)} ${at.getTime()}`,
    read: (missing) => readCounted(reader, subject, missing),
  });
  const usages: TimeUsage[] = [];
  for (const [index, counting] of countings.entries()) {
    const total = isKnown(counting)
      ? await addCounted(reader, counting.overTime, subject, counted.shift() ?? [], once)
      : unknownTotal(counting);
    usages.push({ measure: measureOf(limits[index] as TimeLimit), ...total });
  }
  return usages;
}

const isKnown = (counting: Counting | string): counting is Counting => typeof counting !== 'string';

/** Gives the window of a limit; why its use is unknown, as a clause, where that is certain without counting. */
async function prepareCounting(
  reader: Reader,
  overTime: TimeLimit,
  { requesterId }: LimitSubject,
  { at, once }: Required<Moment>,
): Promise<Counting | string> {
  const window = windowAt(overTime.window, at);
  if (!window) return 'this machine does not know the time zone of the limit';
  // Without a requester a transfer counts for nobody, so the copy of the transfers does not matter.
  const countsTransfers = !overTime.by.includes('requester');
  if (!countsTransfers) {
    const accounts = await once(`accounts ${requesterId} ${window.from.getTime()}`, () =>
      listAccounts(reader, requesterId, window.from),
    );
    return { overTime, ...window, countsTransfers, accounts };
  }
  const mirrorFault = explainMirrorFault(await once('mirror', () => readMirrorState(reader)), window.from);
  return mirrorFault ?? { overTime, ...window, countsTransfers, accounts: [] };
}

/** Adds what the submission brings to what counts already. */
async function addCounted(
  reader: Reader,
  overTime: TimeLimit,
  subject: LimitSubject,
  counted: readonly Counted[],
  once: ReadOnce,
): Promise<Omit<TimeUsage, 'measure'>> {
  const own = sumSubmission(overTime, subject);
  if (overTime.limit.kind === 'count') {
    const before = counted.reduce((sum, row) => sum + row.times, 0);
    return { before: `${before}`, after: `${own.reduce((sum, { count }) => sum + count, before)}` };
  }
  if (counted.some((row) => row.unreadable > 0))
    return unknownTotal('the amount of a transfer in this time cannot be read');
  const parts = { counted, own: own.map(({ asset, total }) => ({ asset, amount: total })) };
  const readPricesOf = (assets: readonly string[]) => once(`prices ${assets.join()}`, () => readPrices(reader, assets));
  return overTime.limit.kind === 'sum'
    ? addUnits(subject.body.asset, parts, readPricesOf)
    : addPrices(parts, readPricesOf);
}
