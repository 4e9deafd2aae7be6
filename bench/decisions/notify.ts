import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Client } from 'pg';
import { temporaryDirectory } from '@/bench/desk';
import type { Figure } from '@/bench/figure';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { deliverNotices } from '@/lib/server/notifications/deliver';
import { planNotices } from '@/lib/server/notifications/plan';
import { consoleEnvironment } from '@/scripts/stack/console';
import { findFreePort } from '@/scripts/stack/ports';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { startSandboxProcess } from '@/scripts/stack/sandbox';
import { addManyRequests } from '@/scripts/testing/data/many-requests';
import { resetSingletons } from '@/scripts/testing/singletons';

const EVENTS = 100_000;
const PEOPLE = 300;
const REQUESTS = 3000;
const RESOLUTION_MS = 1;

/**
 * Measures how fast events of the audit log become mails: planned, delivered to a mail server in a process of its own,
 * and recorded, by one process; and how late its event loop is meanwhile.
 */
export async function benchNotify(): Promise<Figure[]> {
  const { directory, remove } = temporaryDirectory('notify');
  const postgres = await startPostgres({
    dataDir: path.join(directory, 'postgres'),
    isDurable: true,
    logFile: path.join(directory, 'postgres.log'),
  });
  const smtpPort = await findFreePort();
  const sandbox = await startSandboxProcess({
    port: await findFreePort(),
    smtpPort,
    dataDir: path.join(directory, 'sandbox'),
    consoleUrl: 'http://127.0.0.1:3000',
    transfers: 0,
    logFile: path.join(directory, 'sandbox.log'),
  });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await migrateDatabase(postgres.url);
    await addManyRequests(client, REQUESTS);
    await addEvents(client);
    await resetSingletons();
    Object.assign(
      process.env,
      consoleEnvironment({
        consoleUrl: 'http://127.0.0.1:3000',
        sandboxUrl: sandbox.url,
        consoleDatabaseUrl: postgres.url,
        sessionSecret: 'of-one-benchmark-and-long-enough',
      }),
      { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
    );
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delay.enable();
    const start = performance.now();
    await Promise.all([planAll(), deliverAll()]);
    const seconds = (performance.now() - start) / 1000;
    delay.disable();
    return [
      {
        name: `Events delivered in a second, of ${EVENTS.toLocaleString('en-GB')} to ${PEOPLE} people`,
        against: `planned, mailed and recorded in ${seconds.toFixed(1)} s`,
        value: EVENTS / seconds,
        unit: '',
        target: { atLeast: 500 },
      },
      {
        name: 'Event loop late meanwhile (p95)',
        against: 'with nothing else in the process',
        value: Math.max(0, delay.percentile(95) / 1e6 - RESOLUTION_MS),
        unit: 'ms',
        target: { atMost: 9 },
      },
    ];
  } finally {
    await resetSingletons();
    await client.end();
    await sandbox.part.stop();
    await postgres.part.stop();
    remove();
  }
}

let isPlanned = false;

async function planAll(): Promise<void> {
  while ((await planNotices()) > 0);
  isPlanned = true;
}

async function deliverAll(): Promise<void> {
  let delivered = 0;
  while (delivered < EVENTS) {
    const count = await deliverNotices();
    delivered += count;
    if (count === 0 && isPlanned && delivered < EVENTS) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Adds people, gives them the requests, and writes that each withdrawal was completed, again and again. */
async function addEvents(client: Client): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `insert into people (issuer, subject, name, email, roles)
     select 'https://people.example', 'bench-' || n, 'bench-' || n, 'bench-' || n || '@countersign.example', '{finance}'
     from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await client.query(
    `insert into sign_ins (person_id, roles, identity_keys, at) select id, roles, '{}', now() from people where email is not null`,
  );
  await client.query(
    `with person as (select id, row_number() over () - 1 as place from people where email is not null),
     request as (select id, row_number() over () as place from withdrawal_requests)
     update withdrawal_requests set requester_id = person.id from request, person
     where withdrawal_requests.id = request.id and request.place % $1::int = person.place`,
    [PEOPLE],
  );
  await client.query(
    `with request as (select id, row_number() over () - 1 as place from withdrawal_requests)
     insert into audit_log (seq, at, action, actor_id, subject, entry, hash)
     select (select seq from audit_head) + n, now(), 'send.tracked', null, 'request:' || request.id,
       '{"action":"send.tracked","subject":"request:' || request.id || '","actor":null,"after":{"status":"COMPLETED"}}',
       encode(sha256(n::text::bytea), 'hex')
     from generate_series(1, $1::int) n join request on request.place = n % $2::int`,
    [EVENTS, REQUESTS],
  );
  await client.query('analyze audit_log, people, withdrawal_requests');
  await client.query(`set session_replication_role = origin`);
}
