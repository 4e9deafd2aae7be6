import { describe, expect, it } from 'vitest';
import { installQueryRedaction } from '@/lib/server/database/query-redaction';

const SECRET = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('the redaction of drizzle', () => {
  it('leaves no value in an error, and is installed once', async () => {
    const prototype = {
      queryWithCache: async () => {
        throw Object.assign(new Error(`insert into people values (${SECRET})`), {
          params: [SECRET],
          cause: Object.assign(new Error(`Key (address)=(${SECRET}) already exists`), {
            code: '23505',
            table: 'people',
          }),
        });
      },
    };
    installQueryRedaction(prototype);
    const { queryWithCache } = prototype;
    installQueryRedaction(prototype);
    expect(prototype.queryWithCache).toBe(queryWithCache);
    const thrown = await prototype.queryWithCache().catch((error: unknown) => error as Error & { code?: string });
    expect(thrown).toMatchObject({ name: 'QueryError', code: '23505', table: 'people' });
    expect(JSON.stringify({ ...thrown })).not.toContain(SECRET);
  });

  it('fails where the driver no longer has the method', () => {
    expect(() => installQueryRedaction({})).toThrow('drizzle-orm has changed');
  });
});
