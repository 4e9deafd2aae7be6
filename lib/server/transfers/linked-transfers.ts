import 'server-only';
import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readerDatabase } from '@/lib/server/database/query/reader-pool';
import { escapeLike } from '@/lib/server/database/query/escape-like';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import type { LinkedTransfer, LinkKind } from '@/lib/cases/transfer-detail';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';

const MAX_PER_KIND = 20;
const MAX_ID_LENGTH = 200;

/**
 * Reads the transfers that belong to a transfer: both sides of its conversion, those whose conversion names it, and its
 * group; at most 20 of each kind, each once. A transfer that the reader may not see counts as missing.
 */
export async function readLinked(
  reader: Reader,
  transfer: Transfer,
): Promise<{ linked: LinkedTransfer[]; hasMoreLinked: boolean }> {
  const { id, group_id: group, auto_conversion: conversion } = transfer;
  const [from, to] = [readLinkedId(conversion?.from_transfer_id, id), readLinkedId(conversion?.to_transfer_id, id)];
  const named = [from, to].filter((other) => other !== undefined);
  const [sides, naming, members] = await Promise.all([
    named.length > 0 ? selectTransfers(reader, inArray(mirrorTransfers.id, named)) : [],
    canBeSearched(id) ? selectTransfers(reader, and(ne(mirrorTransfers.id, id), namesInConversion(id))) : [],
    group === undefined
      ? []
      : selectTransfers(
          reader,
          and(eq(mirrorTransfers.groupKey, group.toLowerCase().slice(0, MAX_ID_LENGTH)), ne(mirrorTransfers.id, id)),
        ),
  ]);
  const sideOf = (kind: LinkKind, other: string | undefined) =>
    other === undefined
      ? []
      : [{ kind, ...(sides.find((side) => side.id === other) ?? { id: other, transfer: null }) }];
  const linked: LinkedTransfer[] = [
    ...sideOf('converted-from', from),
    ...sideOf('converted-to', to),
    ...naming.slice(0, MAX_PER_KIND).map((other) => ({ kind: 'conversion-of' as const, ...other })),
    ...members.slice(0, MAX_PER_KIND).map((other) => ({ kind: 'group' as const, ...other })),
  ];
  // A transfer that is linked in two ways is listed once.
  return {
    linked: linked.filter((link, index) => linked.findIndex((other) => other.id === link.id) === index),
    hasMoreLinked: naming.length > MAX_PER_KIND || members.length > MAX_PER_KIND,
  };
}

async function selectTransfers(reader: Reader, condition: SQL | undefined): Promise<Omit<LinkedTransfer, 'kind'>[]> {
  const rows = await readerDatabase()
    .select({ id: mirrorTransfers.id, record: mirrorTransfers.record })
    .from(mirrorTransfers)
    .where(and(condition, ...visibleTransfers(reader)))
    .orderBy(asc(mirrorTransfers.createdAt), asc(mirrorTransfers.id))
    .limit(MAX_PER_KIND + 1);
  return rows.map(({ id, record }) => {
    const { type, amount, asset, direction, status, created_at } = decodeTransfer(record) as Transfer;
    return { id, transfer: { type, amount, asset, direction, status, created_at } };
  });
}

/**
 * Builds the condition that a transfer's conversion names an ID. mirror_text holds these IDs on lines of their own, and
 * has an index.
 */
function namesInConversion(id: string): SQL | undefined {
  const line = `%\n${escapeLike(id.toLowerCase())}\n%`;
  const side = (member: string) => sql`${mirrorTransfers.record} #>> ${`{auto_conversion,${member}}`}::text[] = ${id}`;
  return and(
    sql`mirror_text(${mirrorTransfers.record}) like ${line}`,
    or(side('from_transfer_id'), side('to_transfer_id')),
  );
}

// Without a trigram, the whole index would be read.
function canBeSearched(id: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(id);
}

function readLinkedId(value: unknown, id: string): string | undefined {
  return typeof value === 'string' &&
    value !== '' &&
    value !== id &&
    value.length <= MAX_ID_LENGTH &&
    !value.includes('\0') &&
    value.isWellFormed()
    ? value
    : undefined;
}
