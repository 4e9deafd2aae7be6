import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import type { Reader } from '@/lib/identity/reader';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { allowReplica } from '@/lib/server/database/replicas/allow-replica';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';
import { readProfileName } from '@/lib/server/profiles/profile-names';
import { now } from '@/lib/server/runtime/clock';
import { statementLines, statementSums, type StatementSumsRow, toStatementLines } from '@/lib/server/statements/select';
import {
  listMonths,
  readStatementChoice,
  type Statement,
  type StatementChoice,
  type StatementLine,
} from '@/lib/statements/statement';

/** What can be chosen for a statement: the profiles and balance assets with transfers, and the months. */
export interface StatementOptions {
  profiles: string[];
  assets: string[];
  /** The newest first. */
  months: string[];
}

/** A statement as its page shows it. */
export interface StatementView extends Statement {
  /** The first 200 lines. */
  lines: StatementLine[];
}

const MAX_LINES_SHOWN = 200;
const MAX_OPTIONS = 500;

/**
 * Reads what can be chosen for a statement and, where profile, asset and month are chosen, the statement; without any
 * of the three, that of the balance with the most transfers in the month that ended last. Takes the parameters of the
 * page, unchecked.
 */
export async function readStatementPage(
  parameters: URLSearchParams,
): Promise<Result<{ options: StatementOptions; statement: StatementView | null }, Denial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  if (!reader.ok) return reader;
  const from = await allowReplica(reader.value);
  const isFirstView = !['profile', 'asset', 'month'].some((name) => parameters.has(name));
  const options = readOptions(from);
  const choice = isFirstView ? await chooseFirst(from, options) : readStatementChoice(parameters);
  const [read, statement] = await Promise.all([options, choice ? readStatement(from, choice) : null]);
  return ok({ options: read, statement });
}

async function chooseFirst(reader: Reader, options: Promise<StatementOptions>): Promise<StatementChoice | undefined> {
  const [{ months }, [balance]] = await Promise.all([
    options,
    readRowsFor<{ profile: string; asset: string }>(
      reader,
      sql`
        select profile_id as profile, balance_asset as asset from mirror_totals
        where ${joinConditions([...visibleTransfers(reader), sql`status = 'COMPLETED' and profile_id <> '' and balance_asset <> ''`])}
        group by 1, 2 having sum(transfers) > 0 order by sum(transfers) desc, 1, 2 limit 1`,
    ),
  ]);
  const month = months[1] ?? months[0];
  return balance && month !== undefined ? { ...balance, month } : undefined;
}

async function readStatement(reader: Reader, choice: StatementChoice): Promise<StatementView> {
  // Before the rows, so that the coverage never claims more than they hold.
  const coverage = await readCoverage(reader);
  const [profileName, [sums], records] = await Promise.all([
    readProfileName(reader, choice.profile),
    readRowsFor<StatementSumsRow>(reader, statementSums(reader, choice)),
    readRowsFor<{ record: string }>(reader, sql`${statementLines(reader, choice)} limit ${MAX_LINES_SHOWN}`),
  ]);
  if (!sums) throw new Error('the aggregate of a statement gave no row');
  const lines = await toStatementLines(
    reader,
    records.map(({ record }) => record),
  );
  return { choice, profileName, sums, coverage, lines };
}

async function readOptions(reader: Reader): Promise<StatementOptions> {
  const visible = visibleTransfers(reader);
  const valuesOf = (column: string) => sql`
    select ${sql.raw(column)} as value from mirror_totals
    where ${joinConditions([...visible, sql.raw(`${column} <> ''`)])}
    group by 1 having sum(transfers) > 0 order by 1 limit ${MAX_OPTIONS}`;
  const [profiles, assets, [oldest]] = await Promise.all([
    readRowsFor<{ value: string }>(reader, valuesOf('profile_id')),
    readRowsFor<{ value: string }>(reader, valuesOf('balance_asset')),
    readRowsFor<{ created_at: Date }>(
      reader,
      sql`select created_at from mirror_transfers
      where ${joinConditions([...visible, sql`created_at > '-infinity'`])} order by created_at, id limit 1`,
    ),
  ]);
  const today = now().toISOString();
  return {
    profiles: profiles.map(({ value }) => value),
    assets: assets.map(({ value }) => value),
    months: listMonths(oldest?.created_at.toISOString() ?? today, today),
  };
}
