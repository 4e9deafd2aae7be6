import 'server-only';
import { pool } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';

/** Clock of the database, which all processes share, in the form that `startClock` takes. */
export const databaseClock = {
  /** Reads the time of the database in milliseconds since 1970. Throws where the database does not answer. */
  async readMs(): Promise<number | undefined> {
    const { rows } = await pool().query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    return rows[0]?.ms;
  },
  onOffset(offMs: number): void {
    log.warn({ offMs }, 'the clock of this machine differs from the clock of the database, which counts');
  },
};
