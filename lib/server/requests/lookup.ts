import 'server-only';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { readSearchTerm } from '@/lib/search/search-terms';
import { database } from '@/lib/server/database/client';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import type { RequestWithOutcome } from '@/lib/requests/describe-outcome';
import { readRequestsWithOutcomes } from '@/lib/server/requests/outcomes';

const MAX_REQUESTS_PER_TERM = 20;
const UUID_PATTERN = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Builds the statement that finds, for each term, the requests with that reference (ignoring case, as transfers are
 * found), that request ID or that transfer ID.
 */
export function requestLookupStatement(terms: readonly string[]): SQL {
  const texts = JSON.stringify(terms.map((term) => sanitizeText(readSearchTerm(term)?.text ?? '')));
  return sql`
    with term as materialized (
      select text, lower(text) collate "C" as key, place
      from jsonb_array_elements_text(${texts}::jsonb) with ordinality as given(text, place))
    select place::int, request.id from term
      join withdrawal_requests request on lower(request.ref_id) collate "C" = key
    union select place::int, request.id from term
      join withdrawal_requests request on request.id = case when key ~ ${UUID_PATTERN} then key::uuid end
    union select place::int, send.request_id from term join sends send on send.transfer_id = text
    union select place::int, send.request_id from term join sends send on send.transfer_id = lower(text)
    order by 1, 2`;
}

/**
 * Finds the withdrawal requests that belong to each term, with one statement; at most 20 for each, in the order of the
 * terms.
 */
export async function findRequestsByTerms(reader: Reader, terms: readonly string[]): Promise<RequestWithOutcome[][]> {
  if (terms.length === 0) return [];
  const { rows } = await database().execute<{ place: number; id: string }>(requestLookupStatement(terms));
  const idsOf = terms.map((): string[] => []);
  for (const { place, id } of rows) {
    const ids = idsOf[place - 1];
    if (ids && ids.length < MAX_REQUESTS_PER_TERM) ids.push(id);
  }
  const requests = await readRequestsWithOutcomes(reader, idsOf.flat());
  return idsOf.map((ids) => ids.flatMap((id) => requests.get(id) ?? []));
}

/** Finds the references of requests that equal one of these keys (texts in lower case). */
export async function findRequestReferences(reader: Reader, keys: readonly string[]): Promise<string[]> {
  const { rows } = await database().execute<{ reference: string }>(sql`
    select request.ref_id as reference
    from jsonb_array_elements_text(${JSON.stringify(keys.map(sanitizeText))}::jsonb) as given(key)
    join withdrawal_requests request on lower(request.ref_id) collate "C" = given.key
    join request_versions version on version.request_id = request.id and version.version = request.version
    where ${visibleRequests(reader, sql`version.body`) ?? sql`true`}`);
  return rows.map(({ reference }) => reference);
}
