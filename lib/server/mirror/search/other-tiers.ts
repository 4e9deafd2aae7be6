import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Ends, listLabelSpellings, readOtherWays } from '@/lib/search/other-readings';
import { readAmounts } from '@/lib/search/read-amounts';
import type { SearchTerm } from '@/lib/search/search-terms';
import type { Reader } from '@/lib/identity/reader';
import { lookUp } from '@/lib/server/database/lookup-pool';
import { anyOf, joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { nameStatement, visibleTransfers } from '@/lib/server/database/visible-profiles';
import {
  addressEnds,
  type Alternative,
  amountCondition,
  beginsWith,
  hashEnd,
  keyConditions,
  keyOf,
  only,
  type Tier,
  toAddress,
  wholeKey,
} from '@/lib/server/mirror/search/tier';

/**
 * Lists the tiers for the other readings of a term: one for all that match as a whole, in one statement, and one for
 * the beginning of a secondary status.
 */
export function listOtherTiers(term: SearchTerm): Tier[] {
  const { keys, spellings, ends, label, status } = readOtherWays(term.text);
  // With an asset, the amount is a key of its own (listTiers).
  const amounts = term.money ? undefined : readAmounts(term.text);
  const exact: Alternative[] = [
    ...(amounts ? only(amountCondition(amounts)) : []),
    ...(keys.length === 0
      ? []
      : [...only(keysCondition(keys)), ...keys.map((key) => toAddress(keyOf(sanitizeText(key))))]),
    ...(spellings.length === 0 ? [] : only(spellingsCondition(spellings))),
    ...(ends ? endsAlternatives(ends) : []),
    ...(label === undefined ? [] : labelAlternatives(sanitizeText(label))),
    ...(status === undefined ? [] : only(statusCondition(sql`secondary_status = ${status}`))),
  ];
  const begins =
    status === undefined ? [] : only(statusCondition(beginsWith(sql`secondary_status`, sql`${status}::text`)));
  return [
    ...(exact.length === 0 ? [] : [{ how: 'exact', target: 'members', alternatives: exact } as const]),
    ...(begins.length === 0 ? [] : [{ how: 'prefix', target: 'members', alternatives: begins } as const]),
  ];
}

function keysCondition(keys: readonly string[]): SQL {
  return anyOf(keys.flatMap((key) => keyConditions(sanitizeText(key), wholeKey)));
}

// Each is one look into the index of references.
function spellingsCondition(spellings: readonly string[]): SQL {
  return sql`ref_key = any(${sql.param(spellings.map(sanitizeText))}::text[])`;
}

/** Lists the conditions of an address, a hash, a reference or an ID that begins and ends so. */
function endsAlternatives(given: Ends): Alternative[] {
  const ends = { begin: sanitizeText(given.begin), end: sanitizeText(given.end) };
  const [first, last] = [keyOf(ends.begin), keyOf(ends.end)];
  const isLonger = (column: SQL) => sql`length(${column}) > length(${first}) + length(${last})`;
  const named = (column: SQL) =>
    sql`(${beginsWith(column, first)} and right(${column}, length(${last})) = ${last} and ${isLonger(column)})`;
  return [
    addressEnds(ends),
    ...only(sql`(${beginsWith(sql`hash_key`, first)} and ${hashEnd(ends.end)} and ${isLonger(sql`hash_key`)})`),
    ...only(anyOf([sql`ref_key`, sql`id`].map(named))),
  ];
}

function labelAlternatives(label: string): Alternative[] {
  return [
    // In the order of the list by its index; with both spellings in one condition, it would be sorted.
    ...[...new Set([label, label.toLowerCase()])].flatMap((spelling) => only(sql`profile_id = ${spelling}`)),
    ...listLabelSpellings(label).flatMap((name) => labelConditions(name).flatMap(only)),
  ].map((alternative) => ({ ...alternative, label }));
}

/** Builds the statement that tells whether any transfer that the reader may see has a label; planned once. */
export function labelStatement(reader: Reader): SQL {
  const label = sql`${sql.placeholder('label')}::text`;
  const name = sql`${sql.placeholder('name')}::text`;
  const seen = (condition: SQL) =>
    sql`exists (select from mirror_transfers where ${joinConditions([condition, ...visibleTransfers(reader)])})`;
  const has = (text: SQL) => seen(sql`mirror_labels(record) @> array[left(lower(${text}), 200)]`);
  const profiles = [label, sql`lower(${label})`].map((spelling) => seen(sql`profile_id = ${spelling}`));
  return sql`select ${anyOf([...profiles, has(label), has(name)])} as known`;
}

/**
 * Leaves out of a tier the alternatives for a label that no transfer has, as for most texts: to plan their statement
 * takes longer than this look. The signal cancels it.
 */
export async function withoutUnknownLabels(reader: Reader, tier: Tier, signal?: AbortSignal): Promise<Tier> {
  const label = tier.alternatives.find((alternative) => alternative.label !== undefined)?.label;
  if (label === undefined) return tier;
  const values = { label, name: listLabelSpellings(label).at(-1) };
  const named = nameStatement(reader, 'transfers.label');
  const [row] = await lookUp<{ known: boolean }>(named, () => labelStatement(reader), values, signal);
  if (row?.known) return tier;
  return { ...tier, alternatives: tier.alternatives.filter((alternative) => alternative.label === undefined) };
}

// So many transfers are sorted in a moment; of a more frequent label, a page is near in the order of the list.
const MAX_RARE = 10_000;

/**
 * Builds two conditions for a label, which the planner cannot tell frequent or rare: it would look for an unknown one
 * through the whole list. Rare ones come from the index; frequent ones, for which the first gives only some, are read
 * in the order of the list, and the second is not evaluated for others.
 */
function labelConditions(label: string): SQL[] {
  const hasLabel = sql`mirror_labels(record) @> array[left(lower(${label}::text), 200)]`;
  const some = (column: SQL) => sql`select ${column} from mirror_transfers where ${hasLabel} limit ${MAX_RARE + 1}`;
  return [
    sql`id = any(array(${some(sql`id`)}))`,
    sql`((select count(*) > ${MAX_RARE} from (${some(sql`1`)}) as counted) and ${hasLabel})`,
  ];
}

// The condition of the index.
function statusCondition(condition: SQL): SQL {
  return sql`(secondary_status <> '' and ${condition})`;
}
