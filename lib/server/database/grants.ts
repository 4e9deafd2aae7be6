import 'server-only';
import type { Client } from 'pg';

// https://www.postgresql.org/docs/15/errcodes-appendix.html
const INSUFFICIENT_PRIVILEGE = '42501';

/** Whether a statement failed because its role may not do that. Takes what pg or drizzle threw. */
export function lacksRights(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('code' in thrown && thrown.code === INSUFFICIENT_PRIVILEGE) || lacksRights(thrown.cause);
}

/**
 * Gives the console's role what it needs and no more: it reads and writes rows, and of what is append-only it may neither
 * change nor delete any, nor switch off the triggers that say so (ASVS 13.2.2). Which tables those are the triggers tell.
 * Takes a connection of their owner. Throws where there is no such role.
 */
export async function grantToConsole(owner: Client, role: string): Promise<void> {
  const known = await owner.query('select 1 from pg_roles where rolname = $1', [role]);
  if (known.rowCount === 0)
    throw new Error(
      `DATABASE_URL names the role ${role}, which the database does not have. Create it first: it needs to log in, and nothing else.`,
    );
  const to = owner.escapeIdentifier(role);
  const guarded = await owner.query<Guarded>(GUARDED);
  const statements = [
    `revoke all on all tables in schema public, drizzle from ${to}`,
    `revoke create on schema public, drizzle from ${to}`,
    `grant usage on schema public, drizzle to ${to}`,
    `grant select on drizzle.__drizzle_migrations to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `grant usage on all sequences in schema public to ${to}`,
    // Only the trigger record_sign_in() writes sign-ins, with the owner's rights and the database's time.
    `revoke insert on sign_ins from ${to}`,
    ...guarded.rows.map(({ table, refused }) => `revoke ${refused.join(', ')} on ${table} from ${to}`),
  ];
  // At once: a console that runs meanwhile must not find its rights taken and not yet given.
  // What is sent as one query is one transaction (https://www.postgresql.org/docs/15/protocol-flow.html).
  await owner.query(statements.join('; '));
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
