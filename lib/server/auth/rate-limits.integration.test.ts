import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { readSingletons, switchSingletons } from '@/scripts/testing/singletons';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { provideSettings, settings } from '@/lib/server/config/settings';
import { database, pool } from '@/lib/server/database/client';
import { rateLimits } from '@/lib/server/database/schema/people';
import { countCall } from '@/lib/server/auth/rate-limits';
import { createRequest } from '@/lib/server/requests/creation/create';
import { listTransferPage } from '@/lib/server/transfers/read';

setUpTestConsole({ CONSOLE_LIMITS: 'normal' });
// The in-process state of two processes that take turns.
let processes: Map<string, unknown>[] = [];
/** Switches to one of the two processes, with the same settings. */
function goOnIn(index: number): void {
  const provided = settings();
  switchSingletons(processes[index] ?? new Map());
  provideSettings(provided);
}

beforeAll(async () => {
  processes = [readSingletons(), new Map()];
  ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
});
beforeEach(async () => {
  goOnIn(0);
  caller.address = null;
  // The processes also remember refused keys.
  for (const values of processes) values.delete('people.limits');
  await database().delete(rateLimits);
});
afterAll(async () => {
  goOnIn(1);
  await pool().end();
  goOnIn(0);
});

/** A caller with this name and address, who need not exist. */
const as = (name: string, address: string | null = null) => ({
  person: { id: `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').slice(0, 12).padEnd(12, '0')}`, name },
  origin: { address, agent: null },
});

/** Returns how many of so many calls pass, made by the two processes in turn. */
async function countPassed(calls: number, call: () => Promise<unknown>): Promise<number> {
  let passed = 0;
  for (let index = 0; index < calls; index += 1) {
    goOnIn(index % 2);
    if ((await call()) === undefined) passed += 1;
  }
  return passed;
}

// A few more calls than the limit may pass, since allowance returns while the test runs.
describe('a limit', () => {
  it('is shared by all processes', async () => {
    const passed = await countPassed(40, () => countCall('export', as('p', null)));
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThan(40);
  });

  it('is exact under concurrent calls', async () => {
    const waits = await Promise.all(Array.from({ length: 60 }, () => countCall('export', as('p', 'a'))));
    const passed = waits.filter((wait) => wait === undefined).length;
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThan(40);
    expect(
      waits.filter((wait) => wait !== undefined).every((wait) => Number.isInteger(wait) && wait >= 1 && wait <= 60),
    ).toBe(true);
  });

  it('applies to each person separately, and to each address', async () => {
    await countPassed(40, () => countCall('export', as('p', '10.0.0.1')));
    expect(await countCall('export', as('q', '10.0.0.1'))).toBeUndefined();
    expect(await countCall('submit', as('p', '10.0.0.1'))).toBeUndefined();
    let others = 0;
    while ((await countCall('export', as(`r${Math.floor(others / 10)}`, '10.0.0.1'))) === undefined) others += 1;
    expect(others).toBeLessThan(200);
    expect(await countCall('export', as('another person', '10.0.0.1'))).toBeGreaterThanOrEqual(1);
    expect(await countCall('export', as('another person', '10.0.0.2'))).toBeUndefined();
  });

  it('of reads is counted ten at a time and is no higher for that', async () => {
    goOnIn(0);
    expect(await countCall('read', as('p', null))).toBeUndefined();
    expect(await database().$count(rateLimits)).toBe(1);
    await database().delete(rateLimits);
    for (let ahead = 1; ahead <= 9; ahead += 1) expect(await countCall('read', as('p', null))).toBeUndefined();
    expect(await database().$count(rateLimits)).toBe(0);
    const passed = await countPassed(1_200, () => countCall('read', as('p', null)));
    expect(passed).toBeGreaterThanOrEqual(900);
    expect(passed).toBeLessThan(1_200);
  });

  it('refuses without asking the database until the wait is over', async () => {
    await countPassed(40, () => countCall('export', as('p', null)));
    goOnIn(0);
    await database().delete(rateLimits);
    expect(await countCall('export', as('p', null))).toBeGreaterThanOrEqual(1);
  });

  it('applies within the process, and blocks nobody else, while the database cannot count', async () => {
    await pool().query('alter table rate_limits rename to rate_limits_gone');
    try {
      goOnIn(0);
      const waits: (number | undefined)[] = [];
      for (let index = 0; index < 40; index += 1) waits.push(await countCall('export', as('p', null)));
      expect(waits.filter((wait) => wait === undefined).length).toBeGreaterThanOrEqual(20);
      expect(waits.filter((wait) => wait === undefined).length).toBeLessThan(40);
      expect((await listTransferPage({ newestTimeoutMs: 0 })).ok).toBe(true);
    } finally {
      await pool().query('alter table rate_limits_gone rename to rate_limits');
    }
  });
});

describe('a person over the limit', () => {
  it('gets the time to wait, and can read again afterwards', async () => {
    await database()
      .insert(rateLimits)
      .values({ key: await personKey('read'), spentUntil: new Date(Date.now() + 80_000) });
    const limited = await listTransferPage({ newestTimeoutMs: 0 });
    if (limited.ok || limited.error.kind !== 'too-many') throw new Error('the call was not refused');
    expect(limited.error.retryAfterS).toBeGreaterThan(10);
    expect(limited.error.retryAfterS).toBeLessThanOrEqual(21);
    // The other process, since the first one still remembers the refusal.
    goOnIn(1);
    await pool().query(`update rate_limits set spent_until = now()`);
    expect((await listTransferPage({ newestTimeoutMs: 0 })).ok).toBe(true);
  });

  it('gets the same answer from an action, which saves nothing, and can still read', async () => {
    await database()
      .insert(rateLimits)
      .values({ key: await personKey('submit'), spentUntil: new Date(Date.now() + 80_000) });
    const outcome = await createRequest({ formKey: crypto.randomUUID(), form: filledForm() });
    expect(outcome).toMatchObject(failure('too-many', { retryAfterS: expect.any(Number) }));
    expect((await pool().query('select count(*)::int as count from withdrawal_requests')).rows[0]).toEqual({
      count: 0,
    });
    expect((await listTransferPage({ newestTimeoutMs: 0 })).ok).toBe(true);
    // Recorded once per minute, however often it happens.
    for (const process of [1, 0]) {
      goOnIn(process);
      await createRequest({});
    }
    const { rows } = await pool().query<{ entry: string }>(
      `select entry from audit_log where action = 'access.limited' and entry like '%"submit"%'`,
    );
    expect(rows.map(({ entry }) => JSON.parse(entry) as unknown)).toMatchObject([
      { actor: { name: 'finance' }, after: { limit: 'submit' } },
    ]);
  });
});

async function personKey(limit: string): Promise<string> {
  const { rows } = await pool().query<{ id: string }>('select id from people');
  return `${limit} person ${rows[0]?.id}`;
}
