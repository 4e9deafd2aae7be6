import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { SearchTerm } from '@/lib/search/search-terms';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { escapeLike } from '@/lib/server/database/query/escape-like';
import { ADDRESS, beginsWith, listArms, PART, REFERENCE, selectCurrent } from '@/lib/server/requests/search/arms';
import { textIndexSupport } from '@/lib/search/search-terms';
import { UUID } from '@/lib/text/uuid';

// Shorter references may be words, which people also look for in notes and memos.
const MIN_REFERENCE_LENGTH = 8;

/**
 * Builds the statement for the IDs of all requests that a text matches: by reference, request ID, transfer ID, address,
 * and by the arms of the search (`listArms`). A whole reference of 8 characters or more is not looked for as a part of
 * something else: most references share their parts. The caller leaves out what the reader may not see.
 */
export function searchStatement(reader: Reader, term: SearchTerm): SQL {
  const text = sanitizeText(term.text);
  const given = sql`${text}::text`;
  // Only among what the reader may see: else the answer would tell that a hidden reference exists. Evaluated once.
  const isReference =
    text.length < MIN_REFERENCE_LENGTH
      ? sql`false`
      : sql`exists (select id from ${selectCurrent(reader)} where ${REFERENCE} = lower(${given}))`;
  const arms = listArms(reader, term).filter(({ isWithin = false }) => !isWithin);
  const keys = [
    sql`select id from withdrawal_requests where ${beginsWith(REFERENCE, given)}`,
    sql`select request_id from sends where transfer_id in (${text}, lower(${given}))`,
    ofCurrent(reader, beginsWith(ADDRESS, given)),
    ...(UUID.test(text.toLowerCase())
      ? [sql`select id from withdrawal_requests where id = ${text.toLowerCase()}::uuid`]
      : []),
    ...arms.filter(({ rank }) => rank < PART).map(({ condition }) => ofCurrent(reader, condition)),
  ];
  const mentions = [
    ...(textIndexSupport({ text }).part
      ? [sql`select id from withdrawal_requests where lower(ref_id) like lower(${`%${escapeLike(text)}%`}::text)`]
      : []),
    ...arms.filter(({ rank }) => rank >= PART).map(({ condition }) => ofCurrent(reader, condition)),
  ].map((arm) => sql`${arm} and not ${isReference}`);
  return sql.join([...keys, ...mentions], sql` union all `);
}

/** Finds requests by a condition on their current version. */
function ofCurrent(reader: Reader, condition: SQL): SQL {
  return sql`select id from ${selectCurrent(reader)} where ${condition}`;
}
