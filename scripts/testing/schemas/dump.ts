import type { Pool } from 'pg';

/**
 * Dumps the rows of every table of the console as SQL that `loadDump` loads, in the order of the tables' names. The
 * first line names the last migration.
 */
export async function writeDump(pool: Pool): Promise<string> {
  const tables = await listTables(pool);
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  const parts = [
    `-- last migration: ${(rows[0]?.count ?? 0) - 1}`,
    'set session_replication_role = replica;',
    `truncate ${tables.map(quoteName).join(', ')};`,
  ];
  for (const table of tables) parts.push(...(await dumpRows(pool, table)));
  return `${parts.join('\n')}\nset session_replication_role = default;\n`;
}

/** Reads the number of the migration that was the last when a dump was made. */
export function readLastMigration(dump: string): number {
  return Number(/^-- last migration: (\d+)$/m.exec(dump)?.[1]);
}

/** Loads a dump into a database at the migrations of its making. The role must be a superuser: triggers do not fire. */
export async function loadDump(pool: Pool, dump: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(dump);
    for (const { statement } of (await client.query<{ statement: string }>(CONTINUE_SEQUENCES)).rows)
      await client.query(statement);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

// The rows were written with their numbers, which the sequences have not given.
const CONTINUE_SEQUENCES = `
  select format('select setval(%L, (select coalesce(max(%I), 0) + 1 from %s), false)',
    pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass) as statement
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`;

async function listTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname`,
  );
  return rows.map(({ name }) => name);
}

async function dumpRows(pool: Pool, table: string): Promise<string[]> {
  const columns = await pool.query<{ name: string; type: string }>(
    `select attname as name, atttypid::regtype::text as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoteName(table)],
  );
  const names = columns.rows.map(({ name }) => quoteName(name));
  const values = columns.rows.map(({ name, type }) => (type === 'bytea' ? writeBytes(name) : writeText(name)));
  // In the order of insertion, which follows references such as those of an entry to its proposal.
  const { rows } = await pool.query<{ row: string }>(
    `select '(' || concat_ws(',', ${values.join(', ')}) || ')' as row from ${quoteName(table)} order by tableoid, ctid`,
  );
  if (rows.length === 0) return [];
  return [
    `insert into ${quoteName(table)} (${names.join(', ')}) overriding system value values`,
    `${rows.map(({ row }) => row).join(',\n')};`,
  ];
}

const writeText = (column: string) => `quote_nullable(${quoteName(column)}::text)`;
/** Writes the bytes of a body, which are always text, so that they can be read. */
const writeBytes = (column: string) =>
  `'convert_to(' || quote_literal(convert_from(${quoteName(column)}, 'UTF8')) || ', ''UTF8'')'`;
const quoteName = (name: string) => `"${name}"`;
