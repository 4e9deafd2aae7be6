import 'server-only';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { type AuditAction, CHAIN_START } from '@/lib/audit/audit-log';
import { AUDIT_TIME_FORMAT } from '@/lib/server/database/append-audit';
import { type Transaction, withClient } from '@/lib/server/database/client';
import { describeSchema } from '@/lib/server/database/describe-schema';
import { checkMigrations, ownsTables } from '@/lib/server/database/start-check';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { findMissingProof } from '@/lib/server/passkeys/set-up/init';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';

type Reader = Pick<Client, 'query'>;

/** One thing that was checked: what was found, and what is wrong with it; no faults where all is well. */
export interface BackupCheck {
  name: string;
  found: string;
  faults: string[];
}

// From the root of the program, wherever the bundler puts this module.
const SCHEMA = path.resolve('lib/server/database/schema.sql');
// Reads everything but the transfers: a log of millions of entries, and files of gigabytes.
const STATEMENT_MS = 3_600_000;
// The rest of a long list says nothing more.
const MAX_NAMED = 10;

/**
 * Checks a database that was restored from a backup, and writes nothing: that its schema is this version's, that the
 * chains of the audit log and of the signed statements are whole and contain the given heads (`SEQ:HASH`), and that
 * requests, decisions, sends and planned payments are those of the audit log, and files as they were uploaded. Throws
 * where the database does not answer.
 */
export async function checkBackup(databaseUrl: string, heads: readonly string[] = []): Promise<BackupCheck[]> {
  const name = 'countersign-backup-check';
  const config = { connectionString: databaseUrl, statement_timeout: STATEMENT_MS, application_name: name };
  return withClient(config, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const schema = await checkSchema(client);
    // Without the tables of this version the other questions have no answer.
    if (schema.faults.length > 0) return [schema];
    const checks = [schema, await checkAuditLog(client, heads), await checkStatements(drizzle(client))];
    for (const recorded of RECORDED) checks.push(await checkRecorded(client, recorded));
    return [...checks, await checkFiles(client)];
  });
}

const OTHER_VERSION = {
  behind: 'The database is of an earlier version, or empty: check it with the version that made the backup.',
  ahead: 'The database is of a later version: check it with the version that made the backup.',
  denied: 'The role of this address has no rights in the database. Run npm run migrate with DATABASE_OWNER_URL first.',
};

async function checkSchema(client: Client): Promise<BackupCheck> {
  const name = 'Schema';
  const state = await checkMigrations(client);
  if (state !== 'current') {
    const found = 'of another version';
    return { name, found, faults: [OTHER_VERSION[state]] };
  }
  const { rows } = await client.query<{ role: string }>('select current_user as role');
  const actual = splitSchema(await describeSchema(client, rows[0]?.role ?? ''));
  const expected = splitSchema(readFileSync(SCHEMA, 'utf8'));
  // An owner may do everything; PostgreSQL writes a view in its own words, which differ between versions.
  const isCompared = (heading: string) => !heading.startsWith('create view') && !(isGrant(heading) && isOwner);
  const isOwner = await ownsTables(client);
  const headings = [...new Set([...expected.keys(), ...actual.keys()])].filter(isCompared);
  const faults = headings.flatMap((heading) => compareParts(heading, expected.get(heading), actual.get(heading)));
  faults.push(...(await findUnchecked(client)));
  return {
    name,
    found: `${headings.length} tables, functions and rights`,
    faults: nameSome(faults.slice(0, MAX_NAMED), faults.length),
  };
}

function compareParts(heading: string, expected?: Set<string>, actual?: Set<string>): string[] {
  const name = heading.replace(/^(create|CREATE OR REPLACE) /, '');
  if (!actual) return [`${name} is missing`];
  if (!expected) return [`${name} is not of this version`];
  const lacking = [...expected].filter((line) => !actual.has(line) && !isDeferred(line));
  const added = [...actual].filter((line) => !expected.has(line));
  return [
    // A trigger that is switched off is there, with a note.
    ...lacking.map((line) => `${name} ${actual.has(`${line} -- D`) ? 'has switched off' : 'lacks'}: ${line.trim()}`),
    ...added.filter((line) => !line.endsWith(' -- D')).map((line) => `${name} has: ${line.trim()}`),
  ];
}

const isGrant = (heading: string) => heading.startsWith('-- ');
/** Indexes that a first walk drops, and the console builds again (sql/mirror.sql). */
const isDeferred = (line: string) => /^CREATE (UNIQUE )?INDEX mirror_/.test(line);
const HEADING = /^(?:create (?:unlogged )?table \w+|create view \w+|CREATE OR REPLACE FUNCTION .*|-- [^:]+(?=:))/;

/** Splits the text of a schema into its tables, views, functions and rights, each with its lines. */
function splitSchema(text: string): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  let part = new Set<string>();
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line)?.[0];
    if (heading !== undefined) parts.set(heading, (part = new Set()));
    // The last line of a list has no comma.
    part.add(line.replace(/,$/, ''));
  }
  return parts;
}

/** Finds constraints and indexes that PostgreSQL does not hold to. */
async function findUnchecked(client: Reader): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select conname || ' is not validated' as name from pg_constraint
       where connamespace = 'public'::regnamespace and not convalidated
     union all
     select indexrelid::regclass || ' is an invalid index' from pg_index join pg_class on pg_class.oid = indrelid
       where relnamespace = 'public'::regnamespace and not indisvalid
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

const HEAD = /^([1-9]\d{0,14}):([0-9a-f]{12,64})$/;

async function checkAuditLog(client: Reader, heads: readonly string[]): Promise<BackupCheck> {
  const { rows } = await client.query<{ entries: number; head: string; at: string; broken: string | null }>(
    `with links as (
       select seq, at, hash, seq = lag(seq, 1, 0::bigint) over log + 1 and hash = encode(sha256(convert_to(
         concat_ws(E'\\n', lag(hash, 1, $1) over log, seq, to_char(at at time zone 'UTC', $2), entry), 'UTF8')), 'hex') as holds
       from audit_log window log as (order by seq))
     select count(*)::int as entries, audit_head.seq || ':' || audit_head.hash as head,
       to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as at,
       case when min(links.seq) filter (where not holds) is not null then 'Entry ' || min(links.seq) filter (where not holds)
           || ' does not continue the one before it.'
         when max(links.seq) filter (where links.hash = audit_head.hash) is distinct from nullif(audit_head.seq, 0)
           then 'The log does not end where audit_head says.' end as broken
     from audit_head left join links on true group by audit_head.seq, audit_head.hash`,
    [CHAIN_START, AUDIT_TIME_FORMAT],
  );
  const [log] = rows;
  if (!log) return { name: 'Audit log', found: 'no head', faults: ['The table audit_head has no row.'] };
  const faults = log.broken === null ? [] : [log.broken];
  for (const head of heads) {
    const [, seq, hash] = HEAD.exec(head) ?? [];
    const { rowCount } = await client.query('select from audit_log where seq = $1 and starts_with(hash, $2)', [
      seq,
      hash,
    ]);
    if (seq === undefined) faults.push(`${head} is no head: give SEQ:HASH, at least 12 digits of the hash.`);
    else if (rowCount === 0) faults.push(`The log does not contain the head ${head}.`);
  }
  const compared = heads.length === 0 ? 'no head was given to compare' : `${heads.length} heads compared`;
  return { name: 'Audit log', found: `${log.entries} entries to ${log.at}, ${log.head}; ${compared}`, faults };
}

async function checkStatements(from: Pick<Transaction, 'select'>): Promise<BackupCheck> {
  const name = 'Signed statements';
  const faults = (await findMissingProof(from)).map((issue) => `${issue.name} ${issue.message}.`);
  const root = await readRootInForce(from);
  if (!root) return { name, found: 'no key list', faults };
  const read = await readKeyList(from);
  if (!read) faults.push('The chain does not verify.');
  return { name, found: `${read?.list.chain.length ?? 0} under the key list ${root.fingerprint}`, faults };
}

/** Rows of which each has an entry of the audit log, and the other way round. */
interface Recorded {
  name: string;
  actions: AuditAction[];
  /** Selects the subjects of the rows, as the audit log writes them. */
  subjects: string;
}

const RECORDED: Recorded[] = [
  {
    name: 'Requests',
    actions: ['request.made'],
    subjects: `select 'request:' || id from withdrawal_requests`,
  },
  {
    name: 'Decisions',
    actions: ['request.approved', 'request.rejected'],
    subjects: `select 'request:' || request_id from decisions`,
  },
  {
    name: 'Sends',
    actions: ['send.claimed'],
    subjects: `select 'request:' || request_id from send_attempts`,
  },
  {
    name: 'Planned payments',
    actions: ['planned.proposed'],
    subjects: `select 'standing-order:' || id from standing_orders`,
  },
];

async function checkRecorded(client: Reader, { name, actions, subjects }: Recorded): Promise<BackupCheck> {
  const { rows } = await client.query<{ total: number; differing: string[] | null; more: number }>(
    `with stored as (select subject, count(*) from (${subjects}) row(subject) group by subject),
     logged as (select subject, count(*) from audit_log where action = any ($1) group by subject),
     differing as (
       select subject, coalesce(stored.count, 0) as stored, coalesce(logged.count, 0) as logged
       from stored full join logged using (subject) where stored.count is distinct from logged.count order by subject
     )
     select (select coalesce(sum(count), 0)::int from stored) as total, (select count(*)::int from differing) as more,
       (select array_agg(subject || ': ' || stored || ' in the table, ' || logged || ' in the audit log')
        from (select * from differing limit ${MAX_NAMED}) named) as differing`,
    [actions],
  );
  const [{ total, differing, more } = { total: 0, differing: null, more: 0 }] = rows;
  return { name, found: `${total} in the table and in the audit log`, faults: nameSome(differing, more) };
}

async function checkFiles(client: Reader): Promise<BackupCheck> {
  const { rows } = await client.query<{ total: number; differing: string[] | null; more: number }>(
    `with files as (
       select id, sha256 is not distinct from (select encode(sha256(string_agg(bytes, '' order by position)), 'hex')
         from attachment_chunks where attachment_id = attachments.id) as is_whole
       from attachments where sha256 is not null
     )
     select count(*)::int as total, count(*) filter (where not is_whole)::int as more,
       (array_agg(id || ' is not as it was uploaded') filter (where not is_whole))[1:${MAX_NAMED}] as differing from files`,
  );
  const [{ total, differing, more } = { total: 0, differing: null, more: 0 }] = rows;
  return { name: 'Files', found: `${total}, each by its SHA-256`, faults: nameSome(differing, more) };
}

function nameSome(faults: string[] | null, total: number): string[] {
  if (!faults) return [];
  return total > faults.length ? [...faults, `and ${total - faults.length} more`] : faults;
}

/** Writes the checks for the operator: a line each, with its faults below. */
export function describeBackup(checks: readonly BackupCheck[]): string {
  const isWhole = checks.every(({ faults }) => faults.length === 0);
  return [
    ...checks.flatMap(({ name, found, faults }) =>
      faults.length === 0
        ? [`ok     ${name}: ${found}`]
        : [`FAULT  ${name}`, ...faults.map((fault) => `         ${fault}`)],
    ),
    isWhole
      ? 'The backup is whole. Run npm run after-restore before a console starts on it.'
      : 'The backup is not whole. Start no console on it; nothing was changed.',
    '',
  ].join('\n');
}
