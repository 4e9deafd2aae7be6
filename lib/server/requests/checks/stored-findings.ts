import 'server-only';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { database } from '@/lib/server/database/client';
import { visibleRequests } from '@/lib/server/database/visible-profiles';

/** What the queue needs of the checks that were made when a request was made. */
export interface StoredFindings {
  /** What was found about earlier payments; null where these could not be checked. */
  paid: string | null;
  /** Number of checks that warned or could not run. */
  warnings: number;
}

/**
 * Reads what the checks of these requests found, by request; a request without stored checks is left out. Reads one
 * text and one number of each, since stored checks are long.
 */
export async function readStoredFindings(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredFindings>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database().execute<{ id: string; paid: string | null; warnings: number }>(sql`
    select request.id,
      min(line.found ->> 'text') filter (where line.found ->> 'id' = 'paid' and line.found ->> 'state' <> 'unavailable')
        as paid,
      (count(*) filter (where line.found ->> 'state' in ('warn', 'unavailable')))::int as warnings
    from withdrawal_requests request
    join request_versions version on version.request_id = request.id and version.version = request.version
    cross join lateral json_array_elements(version.checks -> 'card' -> 'lines') as line(found)
    where request.id = any(${sql.param([...ids])}::uuid[])
      and ${visibleRequests(reader, sql`version.body`) ?? sql`true`}
    group by request.id`);
  return new Map(rows.map(({ id, paid, warnings }) => [id, { paid, warnings }]));
}
