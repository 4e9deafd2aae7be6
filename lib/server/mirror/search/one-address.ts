import 'server-only';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import { orderByClause } from '@/lib/server/mirror/search/keyset-pagination';
import type { TransferQuery } from '@/lib/transfers/query';

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
  return sanitizeText(address).toLowerCase().slice(0, 200);
}
