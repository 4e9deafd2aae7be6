import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { findingOfPayments } from '@/lib/risk/first-payment';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { isFinding } from '@/lib/risk/summarize-checks';
import { nameStatement, visibleRequests } from '@/lib/server/database/visible-profiles';
import { gatherChecksOf } from '@/lib/server/requests/checks/read-checks';
import { createReadCache } from '@/lib/server/requests/limits/read-once';
import { readKept } from '@/lib/server/runtime/kept-values';
import type { RequestRow } from '@/lib/server/requests/select';
import { sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';

/** What a line of the queue needs of the checks of a request: their findings, without what is normal. */
export interface QueueChecks extends Pick<RecipientChecks, 'similarAddresses'> {
  card: Pick<RecipientChecks['card'], 'lines'>;
  /** What was found about earlier payments; null where these could not be checked. */
  paid: string | null;
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
): Promise<ReadonlyMap<string, QueueChecks>> {
  const found = await readKept(nameStatement(reader, 'findings'), rows, {
    keyOf: ({ version: { requestId, version } }) => `${requestId} ${version}`,
    maxAgeMs: MAX_AGE_MS,
    maxReads: MAX_READS,
    read: async (due) => {
      const once = createReadCache();
      const findings: QueueChecks[] = [];
      // One after the other: a queue takes no connections from those who decide.
      for (const row of due) findings.push(await readFindings(reader, row, once));
      return findings;
    },
  });
  return new Map([...found].map(([{ request }, findings]) => [request.id, findings]));
}

async function readFindings(...given: Parameters<typeof gatherChecksOf>): Promise<QueueChecks> {
  const checks = await gatherChecksOf(...given);
  const { similarAddresses, card } = checks;
  return { similarAddresses, card: { lines: card.lines.filter(isFinding) }, paid: findingOfPayments(checks) ?? null };
}

/**
 * Reads what the checks of these requests found when they were made, by request; a request without stored checks is
 * left out. Reads the findings alone, since stored checks are long.
 */
export async function readStoredFindings(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, QueueChecks>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database().execute<{ id: string; paid: string | null; lines: RiskLine[] } & Similar>(sql`
    select request.id, version.checks -> 'similarAddresses' as "similarAddresses", found.*
    from withdrawal_requests request
    join request_versions version on version.request_id = request.id and version.version = request.version
    cross join lateral (
      select
        coalesce(json_agg(line) filter (where line ->> 'state' in ('warn', 'unavailable')), '[]') as lines,
        min(line ->> 'text') filter (where line ->> 'id' = 'paid' and line ->> 'state' <> 'unavailable') as paid
      from json_array_elements(version.checks -> 'card' -> 'lines') as line
    ) as found
    where request.id = any(${sql.param([...ids])}::uuid[]) and version.checks is not null
      and ${visibleRequests(reader, sql`version.body`) ?? sql`true`}`);
  return new Map(
    rows.map(({ id, similarAddresses, lines, paid }) => [id, { similarAddresses, card: { lines }, paid }]),
  );
}

type Similar = Pick<RecipientChecks, 'similarAddresses'>;
