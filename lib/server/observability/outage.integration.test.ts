import { databaseClock } from '@/lib/server/database/database-clock';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { signInAs, setUpTestDatabase } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';
import { ok } from '@/lib/result';
import * as token from '@/lib/server/transfer-service/token';
import { now, startClock } from '@/lib/server/runtime/clock';
import { pool } from '@/lib/server/database/client';
import { isOutage, QueryError } from '@/lib/server/observability/query-error';
import { orUnavailable } from '@/lib/server/observability/outage';
import { authorize, isFresh } from '@/lib/server/auth/authorize';
import { checkReadiness } from '@/lib/server/readiness';
import { openPool } from '@/scripts/stack/postgres/test-pool';
import { redactQueryErrors } from '@/lib/server/database/query-redaction';

const testDatabase = setUpTestDatabase({ CONSOLE_LIMITS: 'normal' });
beforeEach(() => {
  vi.spyOn(token, 'getToken').mockResolvedValue(ok('a token'));
});
afterEach(() => vi.useRealTimers());

describe('a database error', () => {
  it.each(['ECONNREFUSED', undefined, '08006', '53100', '53300', '57P01', '57P03', '57014', '58030', '25P03'])(
    'is an outage (%s)',
    (code) => {
      expect(isOutage(new QueryError(Object.assign(new Error('anything'), { code })))).toBe(true);
    },
  );

  it.each(['23505', '22P02', '40P01', '42601', 'P0001'])('is no outage if the statement was wrong (%s)', (code) => {
    expect(isOutage(new QueryError(Object.assign(new Error('anything'), { code })))).toBe(false);
  });

  it('is recognized as an outage across module instances', () => {
    expect(isOutage(Object.assign(new Error('query failed'), { name: 'QueryError', code: '57P03' }))).toBe(true);
  });

  it('is distinguished from other errors, which are thrown on', async () => {
    const error = new TypeError('undefined is not a function');
    await expect(orUnavailable(Promise.reject(error))).rejects.toBe(error);
    const unreachable = openPool({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect(await orUnavailable(unreachable.connect())).toEqual(failure('unavailable'));
  });

  it('does not block the connection after a statement timed out', async () => {
    const hasty = redactQueryErrors(openPool({ connectionString: testDatabase.url, max: 1, query_timeout: 300 }));
    await expect(hasty.query('select pg_sleep(60)')).rejects.toThrow('Query read timeout');
    // The pool may have one connection. It must be a new one, or this query would wait a minute.
    expect((await hasty.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await hasty.end();
  });

  it('makes authorization unavailable and readiness fail during an outage', async () => {
    ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
    expect(await authorize('readTransfers')).toMatchObject({ ok: true });
    expect(await checkReadiness()).toEqual({ database: 'ok', migrations: 'ok', serviceToken: 'ok' });
    const query = vi.spyOn(pool() as { query: (text: unknown) => Promise<unknown> }, 'query');
    query.mockRejectedValue(new QueryError(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })));
    expect(await authorize('readTransfers')).toEqual(failure('unavailable'));
    expect(await checkReadiness()).toEqual({ database: 'failed', migrations: 'failed', serviceToken: 'ok' });
    query.mockImplementation(() => new Promise(() => undefined));
    expect(await checkReadiness()).toEqual({ database: 'failed', migrations: 'failed', serviceToken: 'ok' });
    query.mockRestore();
    expect(await authorize('readTransfers')).toMatchObject({ ok: true });
  });
});

describe('the clock of the console', () => {
  it.each([10, -10])('follows the database if the clock of this machine is off by %i minutes', async (minutes) => {
    const { person } = await signInAs(`approver-${minutes}`, ['approver']);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    onTestFinished(await startClock(databaseClock));
    const { rows } = await pool().query<{ now: Date }>('select clock_timestamp() as now');
    expect(Math.abs(now().getTime() - (rows[0]?.now.getTime() ?? 0))).toBeLessThan(60_000);
    expect(isFresh(person)).toBe(true);
    expect(isFresh({ ...person, authenticatedAt: new Date(person.authenticatedAt.getTime() - 6 * 60_000) })).toBe(
      false,
    );
  });
});
