import 'server-only';
import { asObject } from '@/lib/server/transfer-service/problems';
import { parseJson } from '@/lib/text/parse-json';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { HttpAnswer } from '@/lib/server/transfer-service/http-call';

const DAY_MS = 86_400_000;

/**
 * Finds the filters that the service honours: each is asked such that an answer without it differs. Takes some records
 * of the list, and the name of the member that holds them in a page.
 */
export async function findFilters(records: readonly unknown[], read: Read, items: string): Promise<string[]> {
  const transfers = records.map(decodeTransfer).flatMap((one) => (one.id === null ? [] : [one]));
  const soon = new Date(Date.now() + DAY_MS).toISOString();
  const one = (name: string, field: 'id' | 'ref_id' | 'profile_id' | 'crypto_tx_hash' | 'type' | 'status') => {
    const value = transfers.find((transfer) => transfer[field])?.[field];
    // Where every record has the value, a list that is not filtered looks as if it were.
    const isTelling = transfers.some((transfer) => transfer[field] !== value);
    return value === undefined || !isTelling
      ? []
      : [{ name, query: { [name]: value }, fits: (record: Json) => record[field] === value }];
  };
  // No record is from tomorrow: a list that is not filtered gives records all the same.
  const never = (name: string, query: Record<string, string>) =>
    transfers.length === 0 ? [] : [{ name, query, fits: () => false }];
  const wanted = [
    ...one('ids', 'id'),
    ...one('ref_ids', 'ref_id'),
    ...one('profile_ids', 'profile_id'),
    ...one('crypto_tx_hashes', 'crypto_tx_hash'),
    ...one('type', 'type'),
    ...one('statuses', 'status'),
    ...never('created_at', { 'created_at.gte': soon }),
    ...never('updated_at', { 'updated_at.gte': soon }),
  ];
  const honoured: string[] = [];
  for (const { name, query, fits } of wanted) {
    const answer = await read(LIST, { ...query, limit: '100' });
    if (typeof answer === 'string' || answer.status !== 200) continue;
    const found = asList(asObject(parseJson(answer.body))?.[items]);
    const isMeant = name.endsWith('_at') ? found.length === 0 : found.length > 0;
    if (isMeant && found.every((record) => fits(asObject(record) ?? {}))) honoured.push(name);
  }
  return honoured;
}

export type Json = Record<string, unknown>;

/** Path of the list of transfers. */
export const LIST = '/v2/transfer/transfers';

/** Reads a path of the service; gives the answer, or why there is none. */
export type Read = (path: string, query?: Record<string, string>) => Promise<HttpAnswer | string>;

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
export const text = (value: unknown) => (typeof value === 'string' ? value : '');
