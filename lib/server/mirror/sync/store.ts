/*
 * The mirror's only way in: stores what was read from the service, whatever the service sent.
 *
 * Every reading comes through here: the walk, the polling of new transfers, single transfers and the answers to sends.
 * A page is written with one statement (store-statements.ts). The columns for lists, search and totals follow from the
 * record in SQL, so a record and its columns cannot disagree.
 *
 *   an item                                   in mirror_transfers      in mirror_quarantine
 *   ----------------------------------------  -----------------------  ---------------------------------------
 *                                                                      escaped JSON, first 20,000 characters
 *   a record with an id of 1 to 200 chars     unchanged                no
 *   a record with text that jsonb rejects     with � in its place      yes
 *   a record too deep or large for jsonb      no                       yes; the deepest only with their ID
 *   anything else: no object, no usable id    no                       yes
 *
 *   a stored record is replaced if the new record                          because otherwise
 *   ---------------------------------------------------------------------  -------------------------------------------
 *   was read at the same time or later; and                                a slow answer would undo a newer one
 *   has no earlier updated_at, or was read over 10 minutes later; and      a stale list would undo a newer record
 *   differs in more than created_at, or the stored one was marked as gone  every read would add a row to the history
 *
 * Invariants:
 * - Nothing that the service sends can fail a write, and nothing is lost silently: a transfer is stored, or an operator
 *   sees the item on the status page. One bad item spoils no other item of its page.
 * - A record is never deleted, and the record before each change is kept (a trigger fills mirror_changes).
 * - Totals are kept by triggers in the same transaction, so lists and sums always agree.
 * - Writing the same page twice changes nothing, so the caller may repeat a page after a crash.
 */

import 'server-only';
import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';
import { mirrorQuarantine } from '@/lib/server/database/schema/mirror';
import { insertStatement, MAX_ID_LENGTH, upsertStatement } from '@/lib/server/mirror/sync/store-statements';

/** The result of one read of the service. */
export interface Reading {
  /** The items, parsed. */
  items: readonly unknown[];
  /** The page as the service wrote it, so that it need not be serialised again; `member` names its list of items. */
  page?: { text: string; member: string };
  /** The start of the read. A record never replaces one that was read later. */
  readAt: Date;
  /** True where probably none of the items is stored yet: storing them is faster then. */
  isNew?: boolean;
}

/** The numbers of records that one reading added or changed, and of its items that went into quarantine. */
export interface Stored {
  added: number;
  changed: number;
  quarantined: number;
}

const MAX_QUARANTINED_LENGTH = 20_000;
// What jsonb rejects although JSON allows it. Also matches an escaped backslash before `u0000`: jsonb takes such an
// item, but upsertEach quarantines it too.
const REJECTED_BY_JSONB = /\\u(?:0000|d[89a-f])/i;

const NOT_A_TRANSFER = 'Not a transfer: the item is not an object, or has no ID of 1 to 200 characters.';
/** The only reason for the quarantine of an item that was stored as well. */
export const STORED_WITH_REPLACEMENTS =
  'Listed with � in place of characters that the database cannot store. The original is shown here.';
const NOT_STORABLE = 'Not listed: the database cannot store this record.';

/**
 * Stores a reading in the mirror, within the caller's transaction: adds new records, replaces changed ones, and puts
 * what is not a transfer into quarantine. Never fails because of what the service sent.
 */
export async function storeTransfers(
  transaction: Transaction,
  { items, page, readAt, isNew = false }: Reading,
): Promise<Stored> {
  const usable = items.filter(isUsable);
  const unusable = usable.length === items.length ? [] : items.filter((item) => !isUsable(item));
  await quarantine(transaction, unusable, NOT_A_TRANSFER);
  if (usable.length === 0) return { added: 0, changed: 0, quarantined: unusable.length };
  const records = toRecords(usable, page);
  const inserted =
    records && isNew && unusable.length === 0
      ? await writeAll(transaction, insertStatement(records, readAt))
      : undefined;
  const written = inserted ?? (records && (await writeAll(transaction, upsertStatement(records, readAt))));
  if (written) return { ...written, quarantined: unusable.length };
  const stored = await upsertEach(transaction, usable, readAt);
  return { ...stored, quarantined: stored.quarantined + unusable.length };
}

/** Gives the records as one jsonb list, from the page's own text where possible; undefined if a record is too deep. */
function toRecords(usable: readonly unknown[], page: Reading['page']): SQL | undefined {
  // PostgreSQL could store a deeper record, but JSON.stringify would then fail on every page that lists it.
  if (!usable.every(isShallow)) return undefined;
  if (page && !REJECTED_BY_JSONB.test(page.text)) return sql`${page.text}::jsonb -> ${page.member}::text`;
  return toJsonb(usable);
}

/**
 * Writes a list of records with one statement. Returns undefined if the database rejects something in it, or if a
 * record to insert is stored already.
 */
async function writeAll(
  transaction: Transaction,
  statement: SQL,
): Promise<{ added: number; changed: number } | undefined> {
  try {
    return await transaction.transaction(async (nested) => {
      const { rows } = await nested.execute<{ added: number; changed: number }>(statement);
      return { added: rows[0]?.added ?? 0, changed: rows[0]?.changed ?? 0 };
    });
  } catch (error) {
    // Class 22: data exceptions; 54: limits exceeded; 23505: unique violation
    // (https://www.postgresql.org/docs/15/errcodes-appendix.html).
    if (error instanceof Error && 'code' in error && /^(?:22|54|23505)/.test(String(error.code))) return undefined;
    throw error;
  }
}

/** Upserts records one by one, so that a bad record spoils no other. */
async function upsertEach(transaction: Transaction, items: readonly unknown[], readAt: Date): Promise<Stored> {
  const stored = { added: 0, changed: 0, quarantined: 0 };
  for (const item of items) {
    const needsSanitizing = REJECTED_BY_JSONB.test(toJsonText(item));
    if (needsSanitizing) await quarantine(transaction, [item], STORED_WITH_REPLACEMENTS);
    const records = toJsonb(needsSanitizing ? sanitizeItem(item) : [item]);
    const upserted =
      records && isShallow(item) ? await writeAll(transaction, upsertStatement(records, readAt)) : undefined;
    if (!upserted) await quarantine(transaction, [item], NOT_STORABLE);
    stored.added += upserted?.added ?? 0;
    stored.changed += upserted?.changed ?? 0;
    if (needsSanitizing || !upserted) stored.quarantined += 1;
  }
  return stored;
}

/** Gives items as a jsonb parameter; undefined if they are nested too deeply for JSON.stringify. */
function toJsonb(items: readonly unknown[]): SQL | undefined {
  try {
    return sql`${JSON.stringify(items)}::jsonb`;
  } catch {
    return undefined;
  }
}

/** Gives any item as escaped JSON text, which the quarantine can store whatever it contains. */
function toJsonText(item: unknown): string {
  try {
    return JSON.stringify(item) ?? 'undefined';
  } catch {
    const id =
      typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : undefined;
    return JSON.stringify({ id, note: 'nested too deeply to be written' });
  }
}

const sanitize = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Gives the item with � for what jsonb rejects, as a list of one; an empty list if the item is nested too deeply. */
function sanitizeItem(item: unknown): unknown[] {
  try {
    const sanitized: unknown = JSON.parse(JSON.stringify(item), (_name, value: unknown) => {
      if (typeof value === 'string') return sanitize(value);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [sanitize(name), member]));
    });
    return [sanitized];
  } catch {
    return [];
  }
}

const MAX_DEPTH = 500;

function isShallow(item: unknown): boolean {
  return isWithin(item, MAX_DEPTH);
}

// Called for every record, so it makes no list of its values. Recursion ends after MAX_DEPTH, which no stack minds.
function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth < 0) return false;
  const members = value as Record<string, unknown>;
  for (const name in members) if (!isWithin(members[name], depth - 1)) return false;
  return true;
}

function isUsable(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const { id } = item as { id?: unknown };
  return (
    typeof id === 'string' &&
    /\S/.test(id) &&
    !id.includes('\0') &&
    id.isWellFormed() &&
    // Never more characters than UTF-16 code units, which need no list.
    (id.length <= MAX_ID_LENGTH || Array.from(id).length <= MAX_ID_LENGTH)
  );
}

async function quarantine(transaction: Transaction, items: readonly unknown[], reason: string): Promise<void> {
  for (const item of items) {
    const text = toJsonText(item);
    const fingerprint = createHash('sha256').update(text).digest('hex');
    await transaction
      .insert(mirrorQuarantine)
      .values({ fingerprint, item: text.slice(0, MAX_QUARANTINED_LENGTH), reason })
      .onConflictDoUpdate({
        target: mirrorQuarantine.fingerprint,
        set: { times: sql`${mirrorQuarantine.times} + 1`, lastSeenAt: sql`now()`, reason },
      });
  }
}
