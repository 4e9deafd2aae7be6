import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { Amount } from '@/lib/money/amounts';
import { type Ends, listLabelSpellings, readOtherWays } from '@/lib/search/other-readings';
import { readAmounts } from '@/lib/search/read-amounts';
import { type SearchTerm, textIndexSupport } from '@/lib/search/search-terms';
import { anyOf, sanitizeText } from '@/lib/server/database/query/conditions';
import { containsWords, escapeLike } from '@/lib/server/database/query/escape-like';
import { visibleRecipients, visibleRequests } from '@/lib/server/database/visible-profiles';
import { UUID } from '@/lib/text/uuid';

/*
 * How a text finds requests beyond whole keys and their beginnings, once for the search and the list of withdrawals:
 * each arm is one condition on `current` (selectCurrent), with an index of its own. Arms with a rank of PART or more
 * only mention the text.
 */

/** One condition by which a text finds requests. */
export interface SearchArm {
  /** The best matches have the lowest rank; EXACT answers the search. */
  rank: number;
  condition: SQL;
  /** The member that matches, where the request itself does not tell. */
  field?: 'comment' | 'batch';
  /** True where another arm finds the same requests, at a lower rank. */
  isWithin?: boolean;
}

/** The rank of a whole match. */
export const EXACT = 0;
/** The rank from which a match is only a part of something. */
export const PART = 3;
const LINE = 1;

/** The reference of a request, as its index has it. */
export const REFERENCE = sql`(lower(ref_id) collate "C")`;
/** The address of a version, as its index has it. */
export const ADDRESS = sql`(request_address(body) collate "C")`;

/** Compares an expression with the beginning of a text in lower case. */
export const beginsWith = (expression: SQL, text: SQL) =>
  sql`${expression} >= lower(${text}) and ${expression} < lower(${text}) || chr(1114111)`;

/** Selects each request that a reader may see, with its current version. */
export function selectCurrent(reader: Reader): SQL {
  const visible = visibleRequests(reader, sql`version.body`);
  return sql`(
    select request.id, request.ref_id, request.requester_id, request.bundle_id, request.created_at, version.version,
      version.body, version.note, version.recipient_key, version.profile_id, version.fixed_asset, version.fixed_amount
    from withdrawal_requests request
    join request_versions version on version.request_id = request.id and version.version = request.version
    ${visible ? sql`where ${visible}` : sql``}) as current`;
}

/** Lists the arms for a text, the best first. */
export function listArms(reader: Reader, { text: typed, money }: SearchTerm): SearchArm[] {
  const text = sanitizeText(typed);
  const { whole, part } = textIndexSupport({ text });
  const { keys, spellings, ends, label } = readOtherWays(text);
  const amounts = money ? undefined : readAmounts(text);
  const line = (start: string, end: string) =>
    sql`request_text(body, note) like ${`%${start}`} || fold_case(${escapeLike(text)}::text) || ${`${end}%`}`;
  return [
    ...(money ? [{ rank: EXACT, condition: moneyCondition(money) }] : []),
    ...(amounts ? [{ rank: EXACT, condition: sql`fixed_amount = any(${numerics(amounts.amounts)})` }] : []),
    ...keys.flatMap((key) => keyArms(sanitizeText(key))),
    ...(spellings.length === 0
      ? []
      : [{ rank: EXACT, condition: sql`${REFERENCE} = any(${sql.param([...spellings])}::text[])` }]),
    ...(ends ? [{ rank: EXACT, condition: endsCondition(ends) }] : []),
    ...(label === undefined ? [] : labelArms(label)),
    ...(whole ? [{ rank: LINE, condition: line('\n', '\n'), isWithin: part }] : []),
    ...(part
      ? [
          { rank: PART, condition: line('\n', ''), isWithin: true },
          { rank: PART + 1, condition: line('', '') },
          { rank: PART, condition: recipientCondition(reader, text) },
          {
            rank: PART,
            condition: sql`requester_id in (select id from people where ${containsWords(sql`name`, text)})`,
          },
          { rank: PART, condition: batchCondition(text), field: 'batch' as const },
          { rank: PART + 1, condition: commentCondition(text), field: 'comment' as const },
        ]
      : []),
  ];
}

const numerics = (amounts: readonly Amount[]) => sql`${sql.param([...amounts])}::numeric[]`;

function moneyCondition({ amounts, asset }: NonNullable<SearchTerm['money']>): SQL {
  const texts = amounts.map((amount) => sql`${asset} || ' ' || trim_scale(${amount}::numeric)::text`);
  return sql`request_money(body) in (${sql.join(texts, sql`, `)})`;
}

// A frequent address has any number of requests.
const MAX_WHOLE = 20;

/** Builds the statement for the IDs of the requests that have a text, or an identifier in it, as a whole key. */
export function wholeKeysStatement(reader: Reader, { text }: SearchTerm): SQL {
  const keys = [sanitizeText(text), ...readOtherWays(text).keys.map(sanitizeText)];
  const arms = keys
    .flatMap(keyArms)
    .map(
      ({ condition }) =>
        sql`(select id from ${selectCurrent(reader)} where ${condition} order by created_at desc limit ${MAX_WHOLE})`,
    );
  return sql.join(arms, sql` union all `);
}

/** Lists the arms of one whole reference, ID or address. */
function keyArms(key: string): SearchArm[] {
  return [
    sql`${REFERENCE} = lower(${key}::text)`,
    sql`${ADDRESS} = lower(${key}::text)`,
    sql`id in (select request_id from sends where transfer_id in (${key}, lower(${key}::text)))`,
    ...(UUID.test(key.toLowerCase()) ? [sql`id = ${key.toLowerCase()}::uuid`] : []),
  ].map((condition) => ({ rank: EXACT, condition }));
}

function endsCondition({ begin, end }: Ends): SQL {
  const endsSo = (expression: SQL) =>
    sql`right(${expression}, length(${end}::text)) = lower(${end}::text)
      and length(${expression}) > length(${begin}::text) + length(${end}::text)`;
  return anyOf(
    [begin, `bitcoincash:${begin}`].map(
      (start) => sql`(${beginsWith(ADDRESS, sql`${start}::text`)} and ${endsSo(ADDRESS)})`,
    ),
  );
}

function labelArms(label: string): SearchArm[] {
  const names = listLabelSpellings(label).map((name) => sql`left(lower(${name}::text), 200)`);
  return [
    sql`profile_id in (${label}, lower(${label}::text))`,
    // From the index at once: the planner would look for an unknown label through all requests.
    sql`(id, version) in (
      select request_id, version from request_versions where request_labels(body) && array[${sql.join(names, sql`, `)}]
      offset 0)`,
  ].map((condition) => ({ rank: EXACT, condition }));
}

function recipientCondition(reader: Reader, text: string): SQL {
  const visible = visibleRecipients(reader, sql`profiles`) ?? sql`true`;
  return sql`recipient_key in (
    select recipient_key from recipients where state = 'ACTIVE' and ${visible} and ${containsWords(sql`name`, text)})`;
}

function batchCondition(text: string): SQL {
  return sql`bundle_id in (select id from bundles where kind = 'batch' and ${containsWords(sql`name`, text)})`;
}

/** Builds the condition that a decision, a withdrawn approval or the conversation has every word of the text. */
function commentCondition(text: string): SQL {
  return sql`id in (
    select request_id from decisions where comment <> '' and ${containsWords(sql`comment`, text)}
    union all
    select request_id from approval_withdrawals where reason <> '' and ${containsWords(sql`reason`, text)}
    union all
    select request_id from request_comments where ${containsWords(sql`body`, text)})`;
}
