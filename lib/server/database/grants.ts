import 'server-only';
import type { Client } from 'pg';

// https://www.postgresql.org/docs/15/errcodes-appendix.html
const INSUFFICIENT_PRIVILEGE = '42501';

/** Tells whether a statement failed because its role lacks a right. Takes what pg or drizzle threw. */
export function lacksRights(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('code' in thrown && thrown.code === INSUFFICIENT_PRIVILEGE) || lacksRights(thrown.cause);
}

/**
 * The only tables from which the console deletes rows: sends before their first attempt (a trigger refuses others),
 * files that no request has, and what ends or is worth nothing afterwards.
 */
export const DELETABLE = [
  'attachments',
  'batch_progress',
  'console_processes',
  'logout_tokens',
  'mirror_listed',
  'notice_deliveries',
  'notices',
  'proof_challenges',
  'rate_limits',
  'refusals',
  'replica_heartbeats',
  'saved_views',
  'sends',
  'sessions',
  'templates',
  'transfer_watch',
  'transfer_watches',
  'worker_leases',
] as const;

/**
 * Tables into which the console inserts nothing: one row each from the migrations, rows that a trigger writes, or rows
 * of the tables' owner.
 */
export const NOT_INSERTED = [
  'audit_head',
  'mirror_sync',
  'notice_progress',
  'read_budget',
  'sign_ins',
  'stop_switch',
] as const;

const CHALLENGE_COLUMNS =
  'nonce purpose person_id session_key statement content registration set_up_id issued_at ends_at'.split(' ');
const ORDER_COLUMNS =
  'id owner_id title form signals first_date every time_zone last_date max_count bank_days reason created_at'.split(
    ' ',
  );
const SESSION_COLUMNS =
  'id_hash person_id roles authenticated_at created_at ends_at address agent provider_session'.split(' ');

/** Columns that say what a row is about. The console writes them once and never updates them. */
export const FIXED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  attachments: ['id', 'person_id', 'name', 'type', 'at'],
  audit_head: ['id'],
  directory_users: ['id', 'created_at'],
  delegations: ['id', 'delegator_id', 'delegate_id', 'role', 'starts_at', 'ends_at', 'reason', 'created_at'],
  notice_deliveries: ['notice_id', 'person_id', 'channel'],
  notice_hours: ['person_id'],
  notice_preferences: ['person_id', 'kind'],
  notice_progress: ['id'],
  target_deliveries: ['notice_id', 'target_id'],
  notices: ['id', 'source', 'kind', 'path', 'at'],
  people: ['id', 'issuer', 'subject', 'created_at'],
  proof_challenges: CHALLENGE_COLUMNS,
  proof_keys: ['credential_id', 'person_id', 'created_at'],
  proof_set_up_members: ['set_up_id', 'person_id', 'record', 'registration', 'joined_at'],
  proof_set_ups: ['id', 'code_hash', 'created_at', 'ends_at'],
  proposals: ['id', 'kind', 'subject', 'payload', 'comment', 'proposed_by', 'proposed_at', 'analysis'],
  recipients: ['id', 'owner_id', 'proposal_id', 'created_at'],
  replica_heartbeats: ['id'],
  send_attempts: ['request_id', 'fence', 'started_at'],
  sends: ['request_id'],
  sessions: SESSION_COLUMNS,
  standing_orders: ORDER_COLUMNS,
  stop_switch: ['id'],
  transfer_watches: ['id', 'person_id', 'transfer_id', 'request_id', 'created_at'],
  withdrawal_requests: ['id', 'ref_id', 'requester_id', 'bundle_id', 'bundle_position', 'epoch', 'created_at'],
};

/**
 * Grants the console's role what its statements need and no more (ASVS 13.2.2): it reads every table, deletes from
 * `DELETABLE` alone, inserts into all but `NOT_INSERTED`, and updates neither `FIXED_COLUMNS` nor what the
 * `refuse_change()` triggers keep. Takes a connection of the tables' owner. Throws where there is no such role.
 */
export async function grantToConsole(owner: Client, role: string): Promise<void> {
  const known = await owner.query('select 1 from pg_roles where rolname = $1', [role]);
  if (known.rowCount === 0)
    throw new Error(
      `DATABASE_URL names the role ${role}, which the database does not have. ` +
        'Create it first: it needs to log in, and nothing else.',
    );
  const to = owner.escapeIdentifier(role);
  const guarded = await owner.query<Guarded>(GUARDED);
  const statements = [
    `revoke all on all tables in schema public, drizzle from ${to}`,
    `revoke create on schema public, drizzle from ${to}`,
    `grant usage on schema public, drizzle to ${to}`,
    `grant select on drizzle.__drizzle_migrations, drizzle.sql_files to ${to}`,
    `grant select, insert, update on all tables in schema public to ${to}`,
    `grant usage on all sequences in schema public to ${to}`,
    `grant delete on ${DELETABLE.join(', ')} to ${to}`,
    `grant execute on function mirror_defer_indexes(), mirror_build_index() to ${to}`,
    `revoke insert on ${NOT_INSERTED.join(', ')} from ${to}`,
    ...(await listColumnGrants(owner, to)),
    // Views are for reading.
    `revoke insert, update on policy_versions from ${to}`,
    ...guarded.rows.map(({ table, refused }) => `revoke ${refused.join(', ')} on ${table} from ${to}`),
  ];
  // At once: a console that runs meanwhile must not find its rights taken and not yet given.
  // What is sent as one query is one transaction (https://www.postgresql.org/docs/15/protocol-flow.html).
  await owner.query(statements.join('; '));
  await revokeTemporary(owner);
}

async function listColumnGrants(owner: Client, to: string): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; columns: string[] }>(
    `select attrelid::regclass::text as table, array_agg(quote_ident(attname)) as columns
     from pg_attribute
     where attrelid = any (select ('public.' || key)::regclass from json_each($1::json)) and attnum > 0
       and not attisdropped and not ($1::json -> attrelid::regclass::text)::jsonb ? attname
     group by attrelid`,
    [JSON.stringify(FIXED_COLUMNS)],
  );
  return rows.flatMap(({ table, columns }) => [
    `revoke update on ${table} from ${to}`,
    `grant update (${columns.join(', ')}) on ${table} to ${to}`,
  ]);
}

/**
 * Takes the right to create temporary tables from everybody, where the owner of the tables also owns the database: a
 * temporary table hides the table of its name from every query of its connection.
 */
async function revokeTemporary(owner: Client): Promise<void> {
  await owner.query(`
    do $$ begin
      if pg_has_role((select datdba from pg_database where datname = current_database()), 'member') then
        execute format('revoke temporary on database %I from public', current_database());
      end if;
    end $$`);
}

interface Guarded {
  /** As SQL writes it. */
  table: string;
  refused: ('update' | 'delete')[];
}

// pg_trigger.tgtype: bit 3 is DELETE, bit 4 is UPDATE.
const GUARDED = `
  select tgrelid::regclass::text as table, array_agg(distinct refused) as refused
  from pg_trigger, lateral (values (8, 'delete'), (16, 'update')) as kinds (bit, refused)
  where tgfoid = 'public.refuse_change()'::regprocedure and tgtype & bit <> 0
  group by tgrelid`;
