import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { findingOfPayments } from '@/lib/risk/first-payment';
import { isFinding } from '@/lib/risk/summarize-checks';
import { nameStatement, visibleRequests } from '@/lib/server/database/visible-profiles';
import { signalsOf } from '@/lib/server/requests/checks/checks';
import { gatherChecksOf } from '@/lib/server/requests/checks/read-checks';
import { createReadCache } from '@/lib/server/requests/limits/read-once';
import { readKept } from '@/lib/server/runtime/kept-values';
import type { RequestRow } from '@/lib/server/requests/select';
import { sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';

/** What a line of the queue says of the checks of a request. */
export interface Findings {
  /** What was found about earlier payments; null where these could not be checked. */
  paid: string | null;
  /** Number of checks that warned or could not run. */
  warnings: number;
  /** The signals that they raise (lib/policy/signals). */
  signals: readonly string[];
}

// As the page of a request reads them again.
const MAX_AGE_MS = 30_000;
// Every open queue asks every few seconds, and one check takes several queries.
const MAX_READS = 10;

/**
 * Reads what the checks of these requests find now, as far as the reader sees it, by request: the same checks as on the
 * page of each (`readChecksOf`), half a minute old or a little more. A few are read at a time; a request whose turn has
 * not come is left out.
 */
export async function readCurrentFindings(
  reader: Reader,
  rows: readonly RequestRow[],
): Promise<ReadonlyMap<string, Findings>> {
  const found = await readKept(nameStatement(reader, 'findings'), rows, {
    keyOf: ({ version: { requestId, version } }) => `${requestId} ${version}`,
    maxAgeMs: MAX_AGE_MS,
    maxReads: MAX_READS,
    read: async (due) => {
      const once = createReadCache();
      const findings: Findings[] = [];
      // One after the other: a queue takes no connections from those who decide.
      for (const row of due) findings.push(await readFindings(reader, row, once));
      return findings;
    },
  });
  return new Map([...found].map(([{ request }, findings]) => [request.id, findings]));
}

async function readFindings(...given: Parameters<typeof gatherChecksOf>): Promise<Findings> {
  const checks = await gatherChecksOf(...given);
  return {
    paid: findingOfPayments(checks) ?? null,
    warnings: checks.card.lines.filter(isFinding).length,
    signals: signalsOf(checks),
  };
}

/** What the queue needs of the checks that were made when a request was made. */
interface StoredFindings {
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
