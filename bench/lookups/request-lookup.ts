import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Client } from 'pg';
import { temporaryDirectory } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, percentile, takeTurns } from '@/bench/measure';
import { readSearchTerm } from '@/lib/search/search-terms';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { findRequests } from '@/lib/server/requests/search/find';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { consoleEnvironment } from '@/scripts/stack/console';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { addManyRequests } from '@/scripts/testing/data/many-requests';
import { resetSingletons } from '@/scripts/testing/singletons';

const REQUESTS = 100_000;
const ROUNDS = { rounds: 500, warmUp: 100 };
const LIMIT = 5;

// What a page needs that shows a request and nothing about its approvals, its sending or other people.
const BARE_JOIN = `select request.id, request.ref_id, request.state, request.requester_id, request.created_at,
    request.expires_at, version.body, version.note
  from withdrawal_requests request
  join request_versions version on version.request_id = request.id and version.version = request.version
  where (lower(request.ref_id) collate "C") = lower($1::text)`;

/**
 * Measures the search for a withdrawal request by its reference, as the route does it, relative to a bare join of the
 * request and its version over `pg`. Both run in this process, on a database of their own.
 */
export async function benchRequestLookup(): Promise<Figure[]> {
  const { directory, remove } = temporaryDirectory('requests');
  const postgres = await startPostgres({
    dataDir: path.join(directory, 'postgres'),
    isDurable: false,
    logFile: path.join(directory, 'postgres.log'),
  });
  // The settings of the console's readers (lib/server/database/query/reader-pool).
  const client = new Client({ connectionString: postgres.url, options: '-c enable_seqscan=off -c jit=off' });
  await client.connect();
  try {
    await migrateDatabase(postgres.url);
    await addManyRequests(client, REQUESTS);
    await client.query('vacuum analyze');
    // Pools and settings of a benchmark before this one lead to another database.
    await resetSingletons();
    Object.assign(process.env, environmentFor(postgres.url));
    const at = (round: number) => `many-${1 + ((round * 7919) % REQUESTS)}`;
    const times = await takeTurns(
      ROUNDS,
      (round) => client.query(BARE_JOIN, [at(round)]),
      (round) => find(at(round)),
    );
    const name = `Looking up a request by its reference at ${REQUESTS.toLocaleString('en-GB')} requests`;
    const against = 'a bare join over bare pg';
    return [
      { name, against, ...ratioOf('ms', median(times.plain), median(times.other)), target: { atMost: 1.5 } },
      {
        name: `${name} (p95)`,
        against,
        ...ratioOf('ms', percentile(times.plain, 95), percentile(times.other, 95)),
        target: { atMost: 1.5 },
      },
    ];
  } finally {
    await resetSingletons();
    await client.end();
    await postgres.part.stop();
    remove();
  }
}

async function find(reference: string): Promise<void> {
  const term = readSearchTerm(reference);
  const [first] = term ? await findRequests(SYSTEM_READER, term, { limit: LIMIT }) : [];
  if (first?.refId !== reference) throw new Error(`${reference} was not the first request found.`);
}

function environmentFor(databaseUrl: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:1';
  return consoleEnvironment({
    consoleUrl: 'http://127.0.0.1:3000',
    sandboxUrl: nowhere,
    consoleDatabaseUrl: databaseUrl,
    sessionSecret: randomBytes(32).toString('hex'),
  });
}
