import 'server-only';
import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { readersDatabase } from '@/lib/server/mirror/reader-pool';
import { mirrorTransfers } from '@/lib/server/database/mirror-schema';
import type { LinkedTransfer, LinkKind } from '@/lib/transfers/detail';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';

const MOST_OF_A_KIND = 20;
const LONGEST_ID = 200;

/** The transfers that belong to one: both sides of its conversion, those whose conversion names it, and its group. At most 20 of a kind. */
export async function readLinked(transfer: Transfer): Promise<{ linked: LinkedTransfer[]; hasMoreLinked: boolean }> {
  const { id, group_id: group, auto_conversion: conversion } = transfer;
  const [from, to] = [asLink(conversion?.from_transfer_id, id), asLink(conversion?.to_transfer_id, id)];
  const named = [from, to].filter((other) => other !== undefined);
  const [sides, naming, members] = await Promise.all([
    named.length > 0 ? select(inArray(mirrorTransfers.id, named)) : [],
    canBeSearched(id) ? select(and(ne(mirrorTransfers.id, id), names(id))) : [],
    group === undefined
      ? []
      : select(and(eq(mirrorTransfers.groupKey, group.toLowerCase().slice(0, LONGEST_ID)), ne(mirrorTransfers.id, id))),
  ]);
  const sideOf = (kind: LinkKind, other: string | undefined) =>
    other === undefined
      ? []
      : [{ kind, ...(sides.find((side) => side.id === other) ?? { id: other, transfer: null }) }];
  const linked: LinkedTransfer[] = [
    ...sideOf('converted-from', from),
    ...sideOf('converted-to', to),
    ...naming.slice(0, MOST_OF_A_KIND).map((other) => ({ kind: 'conversion-of' as const, ...other })),
    ...members.slice(0, MOST_OF_A_KIND).map((other) => ({ kind: 'group' as const, ...other })),
  ];
  // One that belongs to it in two ways is there once, by the first.
  return {
    linked: linked.filter((link, index) => linked.findIndex((other) => other.id === link.id) === index),
    hasMoreLinked: naming.length > MOST_OF_A_KIND || members.length > MOST_OF_A_KIND,
  };
}

async function select(condition: SQL | undefined): Promise<Omit<LinkedTransfer, 'kind'>[]> {
  const rows = await readersDatabase()
    .select({ id: mirrorTransfers.id, record: mirrorTransfers.record })
    .from(mirrorTransfers)
    .where(condition)
    .orderBy(asc(mirrorTransfers.createdAt), asc(mirrorTransfers.id))
    .limit(MOST_OF_A_KIND + 1);
  return rows.map(({ id, record }) => {
    const { type, amount, asset, direction, status, created_at } = decodeTransfer(record) as Transfer;
    return { id, transfer: { type, amount, asset, direction, status, created_at } };
  });
}

/** Whose conversion names an id. The text that searches go by holds these ids on lines of their own, and has an index (migration 0005). */
function names(id: string): SQL | undefined {
  const line = `%\n${id.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}\n%`;
  const side = (member: string) => sql`${mirrorTransfers.record} #>> ${`{auto_conversion,${member}}`}::text[] = ${id}`;
  return and(
    sql`mirror_text(${mirrorTransfers.record}) like ${line}`,
    or(side('from_transfer_id'), side('to_transfer_id')),
  );
}

// Without three characters in a row that the index knows, it would be read from end to end.
function canBeSearched(id: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(id);
}

function asLink(value: unknown, id: string): string | undefined {
  return typeof value === 'string' &&
    value !== '' &&
    value !== id &&
    value.length <= LONGEST_ID &&
    !value.includes('\0') &&
    value.isWellFormed()
    ? value
    : undefined;
}
