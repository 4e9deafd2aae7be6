import 'server-only';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { parseAmount } from '@/lib/money/parse-amount';
import { type SearchTerm, textIndexSupport } from '@/lib/search/search-terms';
import { escapeLike } from '@/lib/server/database/query/escape-like';
import { visibleRecipients, visibleRequests } from '@/lib/server/database/visible-profiles';
import { UUID } from '@/lib/text/uuid';

// Shorter references may be words, which people also look for in notes and memos.
const MIN_REFERENCE_LENGTH = 8;

/**
 * Builds the statement for the IDs of all requests that a text matches: reference, request ID, transfer ID, address,
 * memo, metadata, note, amount with or without its asset, and the names of recipient and requester. A whole reference
 * of 8 characters or more is not looked for as a part of something else: most references share their parts. The caller
 * leaves out what the reader may not see.
 */
export function searchStatement(reader: Reader, term: SearchTerm): SQL {
  const text = sanitizeText(term.text);
  const { part } = textIndexSupport({ text, money: term.money });
  const plain = parseAmount(text);
  const lower = sql`lower(${text}::text)`;
  const begins = (column: SQL) => sql`${column} >= ${lower} and ${column} < ${lower} || chr(1114111)`;
  const pattern = sql`lower(${`%${escapeLike(text)}%`}::text)`;
  const words = sql.param(text.split(/\s+/u).map((word) => `%${escapeLike(word)}%`));
  // In lower case by the database's rules on both sides, which know fewer letters than ours.
  const named = sql`lower(name) like all(select lower(word) from unnest(${words}::text[]) as word)`;
  const visible = visibleRecipients(reader, sql`profiles`) ?? sql`true`;
  const { money } = term;
  const seen = visibleRequests(reader, sql`current.body`) ?? sql`true`;
  // Only among what the reader may see: else the answer would tell that a hidden reference exists. Evaluated once.
  const isReference =
    text.length < MIN_REFERENCE_LENGTH
      ? sql`false`
      : sql`exists (${ofCurrent(sql`(lower(its.ref_id) collate "C") = ${lower} and ${seen}`)})`;
  const arms = [
    sql`select id from withdrawal_requests where ${begins(sql`(lower(ref_id) collate "C")`)}`,
    sql`select request_id from sends where transfer_id in (${text}, ${lower})`,
    ofCurrent(begins(sql`(request_address(body) collate "C")`)),
    ...(UUID.test(text.toLowerCase())
      ? [sql`select id from withdrawal_requests where id = ${text.toLowerCase()}::uuid`]
      : []),
    ...(plain.ok ? [ofCurrent(sql`fixed_amount = ${plain.value}::numeric`)] : []),
    ...(money
      ? [ofCurrent(sql`request_money(body) = ${money.asset} || ' ' || trim_scale(${money.amount}::numeric)::text`)]
      : []),
    ...(part
      ? [
          sql`select id from withdrawal_requests where lower(ref_id) like ${pattern}`,
          ofCurrent(sql`request_text(body, note) like ${pattern}`),
          ofCurrent(
            sql`recipient_key in (select recipient_key from recipients where state = 'ACTIVE' and ${visible} and ${named})`,
          ),
          sql`select id from withdrawal_requests where requester_id in (select id from people where ${named})`,
        ].map((arm) => sql`${arm} and not ${isReference}`)
      : []),
  ];
  return sql.join(arms, sql` union all `);
}

/** Finds requests by a condition on their current version. */
function ofCurrent(condition: SQL): SQL {
  return sql`select current.request_id from request_versions current
    join withdrawal_requests its on its.id = current.request_id and its.version = current.version where ${condition}`;
}
