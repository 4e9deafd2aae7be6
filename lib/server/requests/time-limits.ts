import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { addAmounts, type Amount, valueAt } from '@/lib/money/amounts';
import { completeAsOf, type SyncState } from '@/lib/mirror/sync';
import { findNetwork } from '@/lib/networks/networks';
import { listTimeLimits } from '@/lib/policy/describe-time-limit';
import type { PolicyRule } from '@/lib/policy/policy';
import {
  isOverLimit,
  type LimitScope,
  measureOf,
  REFERENCE_CURRENCY,
  type TimeLimit,
  type TimeUsage,
  windowAt,
} from '@/lib/policy/time-limits';
import { identifyAddress, recipientKey } from '@/lib/recipients/recipients';
import type { Transaction } from '@/lib/server/database/client';
import { MIN_NOTIONAL, MIN_SAMPLES, type Price, readPrices } from '@/lib/server/mirror/asset-price';
import { joinConditions, sanitizeText } from '@/lib/server/mirror/filter-conditions';
import { isTo, toDestination } from '@/lib/server/mirror/transfers-to';
import { type ReadOnce, readSeparately } from '@/lib/server/requests/read-once';
import { canonicalId, isSameId } from '@/lib/text/uuid';
import { theService } from '@/lib/text/service-name';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

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

/** A withdrawal for which use is read. */
export interface LimitSubject {
  body: WithdrawalBody;
  requesterId: string;
  /** Other withdrawals of the same submission, which count with this one. */
  others?: readonly WithdrawalBody[];
  /** The request that the withdrawal belongs to already; it does not count against itself. */
  requestId?: string;
  /** Set at the claim: only versions that were saved earlier count, and those of the same submission. */
  savedAs?: { position: number; groupId: string | null };
}

type Reader = Pick<Transaction, 'execute'>;

interface Moment {
  /** The end of the windows. */
  at: Date;
  /** Remembers what many withdrawals of one submission share. */
  once?: ReadOnce;
}

/** How old a complete copy of the transfers may be. Reading what is new takes seconds. */
const MAX_MIRROR_AGE_MS = 15 * 60_000;
/** A withdrawal never waits longer than the longest window. */
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

/** Reads what counts against every limit over time of the rules, this withdrawal included, in windows that end at `at`. */
export async function readTimeUsages(
  reader: Reader,
  rules: readonly PolicyRule[],
  subject: LimitSubject,
  { at, once = readSeparately }: Moment,
): Promise<TimeUsage[]> {
  const limits = new Map(listTimeLimits(rules).map((limit) => [measureOf(limit), limit]));
  const usages: TimeUsage[] = [];
  for (const limit of limits.values()) usages.push(await readTimeUsage(reader, limit, subject, { at, once }));
  return usages;
}

/**
 * Finds the first minute after a moment at which a limit would not be exceeded; undefined where none comes within a
 * month. Use falls while time goes on, since what counts leaves the window.
 */
export async function findFreeTime(
  reader: Reader,
  limit: TimeLimit,
  subject: LimitSubject,
  { at: after, once = readSeparately }: Moment,
): Promise<Date | undefined> {
  const isOverAt = async (ms: number) => {
    const usage = await readTimeUsage(reader, limit, subject, { at: new Date(ms), once });
    return isOverLimit(limit, subject.body.asset, [usage]);
  };
  if (limit.window.kind === 'calendar') return findFreeCalendarTime(limit, after, isOverAt);
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

async function findFreeCalendarTime(
  { window }: TimeLimit,
  after: Date,
  isOverAt: (ms: number) => Promise<boolean>,
): Promise<Date | undefined> {
  for (let next = windowAt(window, after)?.until; next; next = windowAt(window, next)?.until) {
    if (next.getTime() - after.getTime() > MAX_WAIT_MS) return undefined;
    if (!(await isOverAt(next.getTime()))) return next;
  }
  return undefined;
}

interface Counted {
  asset: string;
  amount: Amount;
  times: number;
  unreadable: number;
}

async function readTimeUsage(
  reader: Reader,
  overTime: TimeLimit,
  subject: LimitSubject,
  { at, once }: Required<Moment>,
): Promise<TimeUsage> {
  const measure = measureOf(overTime);
  const unknown = (reason: string): TimeUsage => ({ measure, before: null, after: null, unknown: reason });
  const window = windowAt(overTime.window, at);
  if (!window) return unknown('this machine does not know the time zone of the limit');
  // Without a requester a transfer counts for nobody, so the copy of the transfers does not matter.
  const countsTransfers = !overTime.by.includes('requester');
  const mirrorFault = countsTransfers ? await once('mirror', () => findMirrorFault(reader)) : undefined;
  if (mirrorFault !== undefined) return unknown(mirrorFault);
  const scope = describeScope(overTime, subject);
  const counted = await once(`${measure} ${scope} ${at.getTime()}`, () =>
    readCounted(reader, overTime, subject, { ...window, countsTransfers }),
  );
  const unreadable = counted.reduce((sum, row) => sum + row.unreadable, 0);
  const own = [subject.body, ...(subject.others ?? []).filter((other) => isSameScope(overTime, subject.body, other))];
  if (overTime.limit.kind === 'count') {
    const before = counted.reduce((sum, row) => sum + row.times, 0);
    return { measure, before: `${before}`, after: `${before + own.length}` };
  }
  if (unreadable > 0) return unknown('the amount of a transfer in this time cannot be read');
  const values = own.map(fixedValueOf);
  return overTime.limit.kind === 'sum'
    ? addUnits(measure, subject.body.asset, { counted, values })
    : addPrices((assets) => once(`prices ${assets.join()}`, () => readPrices(reader, assets)), {
        measure,
        counted,
        values,
      });
}

type FixedValue = ReturnType<typeof fixedValueOf>;

function addUnits(
  measure: string,
  asset: string,
  { counted, values }: { counted: readonly Counted[]; values: readonly FixedValue[] },
): TimeUsage {
  const foreign = [...counted, ...values].find((one) => !isSameId(one.asset, asset));
  if (foreign)
    return {
      measure,
      before: null,
      after: null,
      unknown: `a withdrawal of ${asset} has its total in ${foreign.asset}`,
    };
  const before = sumOf(counted.map(({ amount }) => amount));
  return { measure, before, after: sumOf([before, ...values.map(({ amount }) => amount)]) };
}

async function addPrices(
  readPricesOf: (assets: readonly string[]) => Promise<Map<string, Price>>,
  { measure, counted, values }: { measure: string; counted: readonly Counted[]; values: readonly FixedValue[] },
): Promise<TimeUsage> {
  const worth = [...counted, ...values].filter(({ amount }) => !/^[0.]*$/.test(amount));
  const assets = [...new Set(worth.map(({ asset }) => asset))].toSorted();
  const prices = await readPricesOf(assets);
  const missing = assets.find((asset) => !prices.has(asset));
  if (missing !== undefined) return { measure, before: null, after: null, unknown: explainNoPrice(missing) };
  const inUsd = ({ asset, amount }: Pick<Counted, 'asset' | 'amount'>) =>
    valueAt(amount, prices.get(asset)?.usd ?? '0');
  const before = sumOf(counted.map(inUsd));
  const price = prices.get(values[0]?.asset ?? '');
  return { measure, before, after: sumOf([before, ...values.map(inUsd)]), ...(price && { price }) };
}

const sumOf = (amounts: readonly Amount[]) => amounts.reduce(addAmounts, '0');

/** Reads what counts in a window, by asset. */
async function readCounted(
  reader: Reader,
  overTime: TimeLimit,
  subject: LimitSubject,
  { from, until, countsTransfers }: { from: Date; until?: Date; countsTransfers: boolean },
): Promise<Counted[]> {
  const within = (column: SQL) =>
    until
      ? sql`${column} >= ${from.toISOString()}::timestamptz and ${column} < ${until.toISOString()}::timestamptz`
      : sql`${column} > ${from.toISOString()}::timestamptz`;
  const requests = sql`
    select fixed_asset as asset, sum(fixed_amount) as amount, count(*) as times,
      count(*) filter (where fixed_amount < 0) as unreadable
    from request_versions v join withdrawal_requests r on r.id = v.request_id and r.version = v.version
    where ${joinConditions([within(sql`v.counts_at`), CAN_LEAVE, ...requestConditions(overTime, subject)])}
    group by 1`;
  const transfers = sql`
    select asset, sum(left_amount) as amount, count(*) as times, count(*) filter (where left_amount is null) as unreadable
    from (
      select asset, id, ref_key, record,
        case when coalesce(record->>'balance_asset', asset) = asset then coalesce(total, amount) else amount end as left_amount
      from mirror_transfers
      where ${joinConditions([
        within(sql`created_at`),
        sql`type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and status <> 'FAILED'`,
        ...transferConditions(overTime, subject),
      ])}
    ) t
    where not exists (select 1 from withdrawal_requests r
        where lower(r.ref_id) collate "C" = t.ref_key and r.ref_id = t.record->>'ref_id' and ${CAN_LEAVE})
      and not exists (select 1 from sends s join withdrawal_requests r on r.id = s.request_id
        where s.transfer_id = t.id and ${CAN_LEAVE})
    group by 1`;
  const { rows } = await reader.execute<{ asset: string; amount: string; times: number; unreadable: number }>(sql`
    select asset, trim_scale(coalesce(sum(amount), 0))::text as amount, sum(times)::float8 as times,
      sum(unreadable)::float8 as unreadable
    from (${requests} ${countsTransfers ? sql`union all ${transfers}` : sql``}) counted group by 1 order by 1`);
  return rows;
}

/** The condition that a request has left or still can; the opposite of `isUnpaid` (lib/requests/follow-up.ts). */
const CAN_LEAVE = sql`(r.state not in ('REJECTED', 'EXPIRED', 'CANCELLED') and not exists (
  select 1 from sends ended where ended.request_id = r.id
    and (ended.state = 'REFUSED' or (ended.state = 'ACCEPTED' and ended.transfer_status = 'FAILED'))))`;

function requestConditions({ by, limit }: TimeLimit, { body, requesterId, requestId, savedAs }: LimitSubject): SQL[] {
  const conditions: Record<LimitScope, SQL> = {
    requester: sql`r.maker_id = ${requesterId}::uuid`,
    profile: sql`lower(v.profile_id) = lower(${canonicalId(body.profile_id)})`,
    recipient: sql`v.recipient_key = ${recipientKey(body)}`,
    asset: sql`upper(v.asset) = upper(${body.asset})`,
    network: sql`v.network = ${body.crypto_network}`,
  };
  return [
    ...scopesOf(by, limit).map((scope) => conditions[scope]),
    ...(requestId === undefined ? [] : [sql`r.id <> ${requestId}::uuid`]),
    ...(savedAs
      ? [sql`(v.position < ${savedAs.position} or (r.group_id = ${savedAs.groupId}::uuid and v.version = 1))`]
      : []),
  ];
}

function transferConditions({ by, limit }: TimeLimit, { body }: LimitSubject): SQL[] {
  const { crypto_network: network, destination_address: address, memo = null } = body;
  const known = findNetwork(network) ?? { id: network, label: network };
  const conditions: Record<Exclude<LimitScope, 'requester'>, SQL> = {
    profile: sql`lower(profile_id) = any(${sql.param(listSpellings(body.profile_id))}::text[])`,
    recipient: isTo(toDestination({ network, address, normalAddress: identifyAddress(known, address).normal, memo })),
    asset: sql`asset = any(${sql.param([...new Set([body.asset, body.asset.toUpperCase()])].map(sanitizeText))}::text[])`,
    network: sql`network = ${sanitizeText(network)}`,
  };
  return scopesOf(by, limit).flatMap((scope) => (scope === 'requester' ? [] : [conditions[scope]]));
}

const listSpellings = (id: string) =>
  [id, canonicalId(id), canonicalId(id).replaceAll('-', '')].map((spelling) => sanitizeText(spelling).toLowerCase());

/** A sum in units of an asset counts that asset alone. */
function scopesOf(by: readonly LimitScope[], { kind }: TimeLimit['limit']): LimitScope[] {
  return [...new Set([...by, ...(kind === 'sum' ? ['asset' as const] : [])])];
}

function isSameScope(overTime: TimeLimit, one: WithdrawalBody, other: WithdrawalBody): boolean {
  return describeScope(overTime, { body: one }) === describeScope(overTime, { body: other });
}

/** Names what a limit counts together with a withdrawal: two have the same name where they count together. */
function describeScope(
  { by, limit }: TimeLimit,
  { body, requesterId = '' }: Partial<LimitSubject> & { body: WithdrawalBody },
): string {
  const names: Record<LimitScope, () => string> = {
    requester: () => requesterId,
    profile: () => canonicalId(body.profile_id).toLowerCase(),
    recipient: () => keyOfRecipient(body),
    asset: () => body.asset.toUpperCase(),
    network: () => body.crypto_network,
  };
  return JSON.stringify(scopesOf(by, limit).map((scope) => names[scope]()));
}

// A batch compares each of its items with every other, and a key takes a checksum.
const recipientKeys = new WeakMap<WithdrawalBody, string>();

function keyOfRecipient(body: WithdrawalBody): string {
  const known = recipientKeys.get(body) ?? recipientKey(body);
  recipientKeys.set(body, known);
  return known;
}

/** Explains why the copy of the transfers may lack some, as a clause; undefined where it is complete and recent. */
async function findMirrorFault(reader: Reader): Promise<string | undefined> {
  const { rows } = await reader.execute<{ state: SyncState; ms: number }>(
    sql`select state, (extract(epoch from now()) * 1000)::float8 as ms from mirror_sync`,
  );
  const asOf = completeAsOf(rows[0]?.state ?? {});
  const copy = `the copy of the transfers of ${theService()}`;
  if (!rows[0] || asOf === null) return `${copy} is not complete`;
  return rows[0].ms - Date.parse(asOf) > MAX_MIRROR_AGE_MS ? `${copy} is out of date` : undefined;
}

function explainNoPrice(asset: string): string {
  return (
    `the price of ${asset} in ${REFERENCE_CURRENCY} is unknown: fewer than ${MIN_SAMPLES} completed transfers ` +
    `of it were worth ${MIN_NOTIONAL} ${REFERENCE_CURRENCY} or more`
  );
}
