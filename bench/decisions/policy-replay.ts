import { Client } from 'pg';
import { temporaryDirectory } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median } from '@/bench/measure';
import { ALL, MANY } from '@/bench/decisions/policy';
import { Member } from '@/scripts/stack/member';
import { measureOf } from '@/lib/policy/time-limits';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';
import { startStack } from '@/scripts/stack/stack';
import { addManyRequests } from '@/scripts/testing/data/many-requests';

const REQUESTS = 100_000;
const ROUNDS = 5;
const SECOND = 1_000;
// As many assets and profiles as a desk has; every third recipient is new, every fourth withdrawal has a warning.
const FACTS = `json_build_object(
  'asset', (array['ETH', 'BTC', 'USDC', 'A3', 'A17'])[1 + position % 5], 'network', 'ETHEREUM',
  'profileId', md5((position % 40)::text)::uuid, 'makerId', md5((position % 9)::text)::uuid,
  'value', position % 2000 || '.5', 'isNewRecipient', position % 3 = 0,
  'paidBefore', json_build_object('inAnyAsset', true, 'largest', '100'),
  'signals', case when position % 4 = 0 then '["not-in-book"]'::json else '[]'::json end,
  'overTime', $1::json)`;

/**
 * Measures the replay of past requests through fifty rules with five limits over time, on a built console: from the
 * call of the page to its answer, relative to reading the same facts over bare pg.
 */
export async function benchReplay(): Promise<Figure[]> {
  await buildIfStale();
  const { directory, remove } = temporaryDirectory('replay');
  try {
    const stack = await startStack({
      dataDir: directory,
      mode: 'start',
      consolePort: await findFreePort(),
      sandboxPort: 0,
      transfers: 100,
      isDurable: false,
      env: { CONSOLE_LIMITS: 'wide' },
      signal: new AbortController().signal,
    });
    const database = new Client({ connectionString: stack.databaseUrl });
    try {
      await database.connect();
      await addRequests(database);
      const admin = new Member('admin', stack.consoleUrl);
      await admin.signIn();
      const times = { bare: [] as number[], replay: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.bare.push(await readFacts(database));
        times.replay.push(await replay(admin));
      }
      const [bare, replayed] = [median(times.bare), median(times.replay)];
      const name = `Replay of ${REQUESTS.toLocaleString('en-GB')} requests through 50 rules with five limits over time`;
      return [
        { name, against: 'on the built console', value: replayed, unit: 'ms', target: { atMost: 10 * SECOND } },
        {
          name: `${name}, by rate`,
          against: 'of reading their facts over bare pg',
          ...ratioOf('rows/s', (REQUESTS / bare) * SECOND, (REQUESTS / replayed) * SECOND),
        },
      ];
    } finally {
      await database.end();
      await stack.stop();
    }
  } finally {
    remove();
  }
}

async function addRequests(database: Client): Promise<void> {
  await addManyRequests(database, REQUESTS);
  const usages = MANY.flatMap(({ when: { overTime } }) =>
    overTime ? [{ measure: measureOf(overTime), before: '1', after: '2' }] : [],
  );
  await database.query('begin');
  await database.query("set local session_replication_role = 'replica'");
  await database.query(`update request_versions set facts = ${FACTS}`, [JSON.stringify(usages)]);
  await database.query('commit');
  await database.query('vacuum analyze request_versions');
}

async function readFacts(database: Client): Promise<number> {
  const start = performance.now();
  await database.query(
    'select requests.id, facts from withdrawal_requests as requests join request_versions as versions ' +
      'on versions.request_id = requests.id and versions.version = requests.version',
  );
  return performance.now() - start;
}

async function replay(admin: Member): Promise<number> {
  const { status, body, ms } = await admin.ask('/api/policy/replay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      rules: [...MANY.slice(0, -1), { ...ALL, then: { kind: 'approve', count: 1 } }],
      period: 'all',
    }),
  });
  const answer = JSON.parse(body) as { count?: number; unreadable?: number };
  if (status !== 200 || answer.count !== REQUESTS || answer.unreadable !== 0)
    throw new Error(`a replay did not read every request: ${status} ${body.slice(0, 500)}`);
  return ms;
}
