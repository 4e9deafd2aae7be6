import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { findNetwork } from '@/lib/networks/networks';
import { type SQL, sql } from 'drizzle-orm';
import { isCaseSensitiveAddress } from '@/lib/recipients/recipients';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { toTransferRow } from '@/lib/server/mirror/search/list';
import { addressOrder, isToAddress, toAddressKey } from '@/lib/server/mirror/search/one-address';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { ALL_TRANSFERS } from '@/lib/transfers/query';
import type { TransferRow } from '@/lib/transfers/transfer';

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
    // Without a registry entry every memo is another recipient, as in recipientKey.
    memo: (findNetwork(network)?.usesMemo ?? !findNetwork(network)) ? memo : undefined,
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
