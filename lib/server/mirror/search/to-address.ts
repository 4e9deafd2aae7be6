import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { addAmounts } from '@/lib/money/amounts';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress, isCaseSensitiveAddress, isMemoInKey } from '@/lib/recipients/recipients';
import type { PaidSum, PaidToAddress } from '@/lib/search/found';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { MAX_KEY_LENGTH } from '@/lib/server/mirror/field-conditions';
import { orderByClause } from '@/lib/server/mirror/search/keyset-pagination';
import { toTransferRow } from '@/lib/server/mirror/search/list';
import { ALL_TRANSFERS, type TransferQuery } from '@/lib/transfers/query';
import type { TransferRow } from '@/lib/transfers/transfer';

// The shortest address of a documented network has 26 characters, the longest about 100.
const MIN_ADDRESS_LENGTH = 20;
const MAX_ADDRESS_LENGTH = 150;
// More are counted by the list, whose totals are kept up to date.
const MAX_ROWS = 10_000;

/*
 * Any number of transfers has one address, and its index has the order of the list, so only as many are read as a page
 * needs: docs/decisions/0059-transfers-to-one-address-are-read-in-order.md.
 */

/**
 * Builds the condition that a transfer is to the address with this key, as a range: the planner cannot take the order
 * of its transfers for that of the whole list, through which it would otherwise look for those to a frequent address.
 */
export function isToAddress(key: SQL): SQL {
  return sql`(address_key between ${key} and ${key})`;
}

/**
 * Builds the `order by` of the transfers to one address: that of the list, by the index of addresses where it has it.
 */
export function addressOrder(query: Pick<TransferQuery, 'sort' | 'isAscending'>): SQL {
  const way = query.isAscending ? sql`asc` : sql`desc`;
  return query.sort === 'created' ? sql`address_key ${way}, ${orderByClause(query)}` : orderByClause(query);
}

/** Gives the key of an address, as the mirror stores it. */
export function toAddressKey(address: string): string {
  return sanitizeText(address).toLowerCase().slice(0, MAX_KEY_LENGTH);
}

/** A destination of transfers: an address in all its spellings, with a memo where one distinguishes recipients. */
export interface Destination {
  network: string;
  addresses: readonly string[];
  /** True where the case of the letters distinguishes addresses. */
  isCaseSensitive: boolean;
  /** The memo that a transfer must have; null for none, undefined for any. */
  memo?: string | null | undefined;
}

/** Gives the destination of transfers to an entry of the address book. */
export function toDestination({
  network,
  address,
  normalAddress,
  memo,
}: Record<'network' | 'address' | 'normalAddress', string> & { memo: string | null }): Destination {
  const spellings = [address, normalAddress];
  // Bitcoin Cash addresses are written with and without their prefix.
  const bare = spellings.map((spelling) => spelling.replace(/^[a-z]+:/i, ''));
  return {
    network,
    addresses: [...new Set([...spellings, ...bare])],
    isCaseSensitive: isCaseSensitiveAddress(network, address),
    memo: isMemoInKey(network) ? memo : undefined,
  };
}

/** Counts the outgoing transfers to each destination, up to a limit, with one statement. */
export async function countTransfersTo(
  reader: Reader,
  destinations: readonly Destination[],
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<number[]> {
  if (destinations.length === 0) return [];
  const counts = destinations.map(
    (destination) => sql`(select count(*)::int from (
      select 1 from mirror_transfers where ${isVisibleTo(reader, destination)} limit ${limit}) as counted)`,
  );
  const [row] = await readRows<{ counts: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as counts`, signal);
  return row?.counts ?? [];
}

/** Reads the latest outgoing transfers to a destination, the newest first. */
export async function listTransfersTo(reader: Reader, destination: Destination, limit: number): Promise<TransferRow[]> {
  const rows = await readRows<{ id: string; record: unknown }>(latestStatement(reader, destination, limit));
  return rows.map(toTransferRow);
}

/** Builds the statement of `listTransfersTo`: each spelling of the address in the order of its index (decision 59). */
export function latestStatement(reader: Reader, destination: Destination, limit: number): SQL {
  return sql`select latest.id, latest.record from unnest(${sql.param(toKeys(destination))}::text[]) as spelling(key)
    cross join lateral (
      select id, record, created_at from mirror_transfers
      where ${isToAddress(sql`spelling.key`)}
        and ${joinConditions([...besideKey(destination), ...visibleTransfers(reader)])}
      order by ${addressOrder(ALL_TRANSFERS)} limit ${limit}) as latest
    order by latest.created_at desc, latest.id desc limit ${limit}`;
}

function isVisibleTo(reader: Reader, destination: Destination): SQL {
  return joinConditions([isTo(destination), ...visibleTransfers(reader)]);
}

/** Makes the condition that an outgoing transfer went to a destination. */
export function isTo(destination: Destination): SQL {
  return joinConditions([sql`address_key = any(${sql.param(toKeys(destination))}::text[])`, ...besideKey(destination)]);
}

/** Makes the conditions of `isTo` beside the key of the address. */
function besideKey({ network, addresses, isCaseSensitive, memo }: Destination): SQL[] {
  return [
    // The index holds keys in lower case.
    ...(isCaseSensitive
      ? [sql`record->>'destination_address' = any(${sql.param(addresses.map(sanitizeText))}::text[])`]
      : []),
    sql`network = ${sanitizeText(network)}`,
    // An incoming transfer to this address would be a deposit of the desk itself.
    sql`direction = 'DEBIT'`,
    ...(memo === undefined ? [] : [sql`coalesce(record->>'memo', '') = ${sanitizeText(memo ?? '')}`]),
  ];
}

function toKeys({ addresses }: Destination): string[] {
  return [...new Set(addresses.map(toAddressKey))];
}

interface PaidRow {
  network: string;
  address: string;
  asset: string;
  status: string;
  transfers: number;
  /** Null where no record of the group has a readable amount. */
  amount: string | null;
}

/**
 * Sums the outgoing transfers to an address on every network, in any spelling that means the same address: amounts per
 * asset, completed and pending apart. Null where the text is no address, or nothing was ever sent there. The signal
 * cancels the read, down to the database.
 */
export async function readPaidTo(reader: Reader, typed: string, signal?: AbortSignal): Promise<PaidToAddress | null> {
  const address = sanitizeText(typed).replaceAll(/\s/gu, '');
  if (address.length < MIN_ADDRESS_LENGTH || address.length > MAX_ADDRESS_LENGTH) return null;
  // Bitcoin Cash addresses are written with and without their prefix.
  const bare = address.toLowerCase().replace(/^bitcoincash:/, '');
  const rows = await readRows<PaidRow>(
    sql`select network, address, asset, status, count(*)::int as transfers, trim_scale(sum(amount))::text as amount
      from (
        select network, left(record ->> 'destination_address', 200) as address, asset, status, amount
        from mirror_transfers
        where ${joinConditions([
          sql`address_key in (${bare}, ${`bitcoincash:${bare}`})`,
          // An incoming transfer to this address would be a deposit of the desk itself.
          sql`direction = 'DEBIT'`,
          ...visibleTransfers(reader),
        ])}
        limit ${MAX_ROWS + 1}
      ) as paid group by 1, 2, 3, 4 order by 3`,
    signal,
  );
  const paid = rows.filter((row) => isSameAddress(row, address));
  const transfers = countOf(paid);
  if (transfers === 0) return null;
  const of = (...statuses: string[]) => sumOf(paid.filter(({ status }) => statuses.includes(status)));
  const [completed, pending] = [of('COMPLETED'), of('PENDING')];
  return {
    address,
    isPartial: countOf(rows) > MAX_ROWS,
    completed,
    pending,
    failed: of('FAILED').transfers,
    other: transfers - completed.transfers - pending.transfers - of('FAILED').transfers,
  };
}

// The search key is in lower case, which for base58 may be another address.
function isSameAddress(row: Pick<PaidRow, 'network' | 'address'>, address: string): boolean {
  const network = resolveNetwork(row.network);
  const normal = (text: string) => identifyAddress(network, text).normal.replace(/^bitcoincash:/, '');
  return normal(row.address) === normal(address);
}

function countOf(rows: readonly PaidRow[]): number {
  return rows.reduce((sum, { transfers }) => sum + transfers, 0);
}

function sumOf(rows: readonly PaidRow[]): PaidSum {
  const amounts = new Map<string, string>();
  for (const { asset, amount } of rows)
    if (amount !== null) amounts.set(asset, addAmounts(amounts.get(asset) ?? '0', amount));
  return { transfers: countOf(rows), amounts: [...amounts].map(([asset, amount]) => ({ asset, amount })) };
}
