import path from 'node:path';
import { Client } from 'pg';
import { type Cast, writeEntries } from '@/bench/sizes/audit-entries';
import { copyIn } from '@/bench/sizes/copy-in';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { openStackState } from '@/scripts/stack/stack-state';
import { addVariedRequests } from '@/scripts/testing/data/many-requests';

// As one statement of COPY, after which the log may get a partition.
const CHUNK = 1_000_000;
// What is open does not grow with age: of the newest requests some wait, and of the older ones none.
const OPEN = 1_000;
const PEOPLE = 200;
const INDEXES = `
  create index audit_log_at on audit_log (at);
  create index audit_log_action on audit_log (action, seq);
  create index audit_log_actor on audit_log (actor_id, seq);
  create index audit_log_actor_action on audit_log (actor_id, action, seq);
  create index audit_log_subject on audit_log (subject, seq);`;

/** Fills a new data directory of a stack with requests and entries of the audit log; no console runs meanwhile. */
export async function fill(dataDir: string, size: { requests: number; entries: number }): Promise<void> {
  const postgres = await startPostgres({
    dataDir: path.resolve(dataDir, 'postgres'),
    password: openStackState(dataDir).databasePassword,
    isDurable: false,
    logFile: path.resolve(dataDir, 'postgres.log'),
  });
  const client = new Client({ connectionString: postgres.url });
  try {
    await prepareDatabase(postgres.url);
    await client.connect();
    await addVariedRequests(client, size.requests);
    await closeOlder(client);
    await addNotices(client, size.requests);
    await fillLog(client, size.entries, await readCast(client));
    await client.query('vacuum analyze');
  } finally {
    await client.end();
    await postgres.part.stop();
  }
}

async function closeOlder(client: Client): Promise<void> {
  await client.query(`set session_replication_role = replica`);
  await client.query(`
    create temporary table older as select id from withdrawal_requests
      where split_part(ref_id, '-', 2)::int > ${OPEN} and state in ('AWAITING_APPROVAL', 'APPROVED');
    update withdrawal_requests set state = 'EXPIRED' where state = 'AWAITING_APPROVAL' and id in (table older);
    update sends set state = 'REFUSED' where request_id in (table older);
    update sends set transfer_status = 'COMPLETED', track_at = null where track_at is not null and request_id in (
      select id from withdrawal_requests where split_part(ref_id, '-', 2)::int > ${OPEN})`);
  await client.query(
    `insert into people (issuer, subject, name)
     select 'https://people.example', 'age-' || n, 'Person ' || n from generate_series(1, ${PEOPLE}) n`,
  );
}

/**
 * Adds a delivered notice for each request, one in a hundred undelivered, and as many rate limits, half of them over.
 */
async function addNotices(client: Client, count: number): Promise<void> {
  await client.query(
    `with told as (
       insert into notices (source, kind, path, at)
       select 'age-' || n, 'approval-needed', '/withdrawals', now() - n * interval '30 days' / $1::int
       from generate_series(1, $1::int) n returning id, at)
     insert into notice_deliveries (notice_id, person_id, channel, state, attempts, due_at, failure, ended_at)
     select told.id, people.id, 'mail', outcome, 1, at, case outcome when 'DEAD' then 'The mailbox is full.' end, at
     from told, lateral (select case when random() < 0.01 then 'DEAD' else 'SENT' end as outcome) as ended,
       lateral (select id from people where subject = 'age-' || 1 + abs(hashtext(told.id::text)) % ${PEOPLE}) as people`,
    [count],
  );
  await client.query(
    `insert into rate_limits (key, spent_until)
     select 'age-' || n, now() + case when n % 2 = 0 then -1 else 1 end * interval '1 day' from generate_series(1, $1::int) n`,
    [count],
  );
}

async function readCast(client: Client): Promise<Cast> {
  const people = await client.query<Cast['people'][number]>(
    `select id, name from people where subject like 'age-%' order by subject`,
  );
  const requests = await client.query<{ id: string }>('select id from withdrawal_requests order by created_at, id');
  return { people: people.rows, requestIds: requests.rows.map(({ id }) => id) };
}

/** Fills the log as the console does, but with indexes built at the end. Notices are planned as far as it reaches. */
async function fillLog(client: Client, count: number, cast: Cast): Promise<void> {
  await client.query(INDEXES.replaceAll(/create index (\w+)[^;]*/g, 'drop index $1'));
  const entries = writeEntries(count, cast, new Date());
  let head = { seq: 0, hash: '' };
  function* nextRows() {
    for (let rows = 0; rows < CHUNK; rows += 1) {
      const { value, done } = entries.next();
      if (done) return;
      head = value;
      yield value.row;
    }
  }
  while (head.seq < count) {
    await copyIn(client, 'copy audit_log (seq, at, action, actor_id, subject, entry, hash) from stdin', nextRows());
    await client.query('update audit_head set seq = $1, hash = $2', [head.seq, head.hash]);
    await client.query('select audit_extend()');
  }
  await client.query(`set maintenance_work_mem = '1GB'; ${INDEXES}`);
  await client.query('update notice_progress set audit_seq = $1', [count]);
}
