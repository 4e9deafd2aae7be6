import { Client } from 'pg';
import { settings } from '@/lib/server/config/settings';
import { singleton } from '@/lib/server/runtime/singleton';

const DROP_MS = 300;

/**
 * Moves the clocks of the database and of this process to a time, as if the console had been left alone until then;
 * undefined for the real time. What triggers, defaults and constraints call keeps the real time: they guard what is
 * written now.
 */
export async function moveClock(to?: Date): Promise<void> {
  const ms = to ? to.getTime() - Date.now() : 0;
  const client = new Client({ connectionString: settings().DATABASE_URL });
  await client.connect();
  const move = (name: string) =>
    client.query(
      `create or replace function moved.${name}() returns timestamptz language sql volatile
        as $$ select pg_catalog.${name}() + interval '${Math.round(ms)} milliseconds' $$`,
    );
  try {
    await client.query('create schema if not exists moved');
    for (const name of ['now', 'clock_timestamp']) await move(name);
    await client.query('set search_path = pg_catalog, public');
    const { rows } = await client.query<{ text: string }>(`select pg_get_viewdef('vote_facts') as text`);
    const text = rows[0]?.text.replaceAll(/(?<!moved\.)\bclock_timestamp\(\)/g, 'moved.clock_timestamp()');
    await client.query(`create or replace view public.vote_facts as ${text}`);
    await client.query(`do $$ begin
      execute format('alter database %I set search_path = moved, pg_catalog, public', current_database());
    end $$`);
    // Other connections keep the search path that they began with.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
  } finally {
    await client.end();
  }
  await new Promise((resolve) => setTimeout(resolve, DROP_MS));
  const clock = singleton<{ offsetMs: number | undefined; hasReported: boolean }>('clock', () => ({
    offsetMs: undefined,
    hasReported: false,
  }));
  clock.offsetMs = Date.now() + ms - performance.now();
}
