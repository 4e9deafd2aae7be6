import 'server-only';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { database } from '@/lib/server/database/client';
import { visibleRequests } from '@/lib/server/database/visible-profiles';

/**
 * Reads what the checks of these requests found about earlier payments, by request; a request whose payments could not
 * be checked is left out. Reads one text of each, since stored checks are long.
 */
export async function readPaymentFindings(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database().execute<{ id: string; text: string }>(sql`
    select request.id, line.found ->> 'text' as text
    from withdrawal_requests request
    join request_versions version on version.request_id = request.id and version.version = request.version
    cross join lateral json_array_elements(version.checks -> 'card' -> 'lines') as line(found)
    where request.id = any(${sql.param([...ids])}::uuid[])
      and ${visibleRequests(reader, sql`version.body`) ?? sql`true`}
      and line.found ->> 'id' = 'paid' and line.found ->> 'state' <> 'unavailable'`);
  return new Map(rows.map(({ id, text }) => [id, text]));
}
