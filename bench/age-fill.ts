import path from 'node:path';
import { Client } from 'pg';
import { type Cast, writeEntries } from '@/bench/audit-entries';
import { copyIn } from '@/bench/copy-in';
import { prepareDatabase } from '@/scripts/stack/console-role';
import { startPostgres } from '@/scripts/stack/postgres';
import { openStackState } from '@/scripts/stack/stack-state';
import { addVariedRequests } from '@/scripts/testing/many-requests';

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
