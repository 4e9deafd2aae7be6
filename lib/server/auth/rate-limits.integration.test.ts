import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caller } from '@/scripts/testing/caller';
import { readSingletons, switchSingletons } from '@/scripts/testing/singletons';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { provideSettings, settings } from '@/lib/server/config/settings';
import { database, pool } from '@/lib/server/database/client';
import { rateLimits } from '@/lib/server/database/schema';
import { countCall } from '@/lib/server/auth/rate-limits';
import { createRequest } from '@/lib/server/requests/create';
import { listTransferPage } from '@/lib/server/transfers/read';

setUpTestConsole({ CONSOLE_LIMITS: 'normal' });
// What a process keeps for itself, for two of them that take turns.
let processes: Map<string, unknown>[] = [];
/** Goes on in the one process or the other, with the same settings. */
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
  // Refusals are kept in the processes as well.
  for (const values of processes) values.delete('people.limits');
  await database().delete(rateLimits);
});
afterAll(async () => {
  goOnIn(1);
  await pool().end();
  goOnIn(0);
});

/** Whoever has this name, from an address. They need not exist. */
const as = (name: string, address: string | null = null) => ({
  person: { id: `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').slice(0, 12).padEnd(12, '0')}`, name },
  origin: { address, agent: null },
});

/** How many of so many calls are let through, each by the other process than the one before. */
async function countPassed(calls: number, call: () => Promise<unknown>): Promise<number> {
  let passed = 0;
  for (let index = 0; index < calls; index += 1) {
    goOnIn(index % 2);
    if ((await call()) === undefined) passed += 1;
  }
  return passed;
}

// A few more may pass than at once: what was done gives way again while the test runs.
describe('a limit', () => {
  it('is one for all processes', async () => {
    const passed = await countPassed(40, () => countCall('export', as('p', null)));
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThan(40);
  });

  it('is one where many ask at the same time', async () => {
    const waits = await Promise.all(Array.from({ length: 60 }, () => countCall('export', as('p', 'a'))));
    const passed = waits.filter((wait) => wait === undefined).length;
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThan(40);
    expect(
      waits.filter((wait) => wait !== undefined).every((wait) => Number.isInteger(wait) && wait >= 1 && wait <= 60),
    ).toBe(true);
  });

  it('of one is not another’s, and an address has its own', async () => {
    await countPassed(40, () => countCall('export', as('p', '10.0.0.1')));
    expect(await countCall('export', as('q', '10.0.0.1'))).toBeUndefined();
    expect(await countCall('submit', as('p', '10.0.0.1'))).toBeUndefined();
    let others = 0;
    while ((await countCall('export', as(`r${Math.floor(others / 10)}`, '10.0.0.1'))) === undefined) others += 1;
    expect(others).toBeLessThan(200);
    expect(await countCall('export', as('somebody new', '10.0.0.1'))).toBeGreaterThanOrEqual(1);
    expect(await countCall('export', as('somebody new', '10.0.0.2'))).toBeUndefined();
  });

  it('of reads is counted ten at a time, and lets no more of them through', async () => {
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

  it('is refused without asking the database again before its time', async () => {
    await countPassed(40, () => countCall('export', as('p', null)));
    goOnIn(0);
    await database().delete(rateLimits);
    expect(await countCall('export', as('p', null))).toBeGreaterThanOrEqual(1);
  });

  it('holds, and keeps nobody out, where the database takes no count', async () => {
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

describe('somebody over the limit', () => {
  it('is told when to go on, and reads again then', async () => {
    await database()
      .insert(rateLimits)
      .values({ key: await personKey('read'), spentUntil: new Date(Date.now() + 80_000) });
    const refused = await listTransferPage({ newestTimeoutMs: 0 });
    if (refused.ok || refused.error.kind !== 'too-many') throw new Error('they must be refused');
    expect(refused.error.retryAfterS).toBeGreaterThan(10);
    expect(refused.error.retryAfterS).toBeLessThanOrEqual(21);
    // The other process: what the first remembers by itself is over by then as well.
    goOnIn(1);
    await pool().query(`update rate_limits set spent_until = now()`);
    expect((await listTransferPage({ newestTimeoutMs: 0 })).ok).toBe(true);
  });

  it('is told by an action, saves nothing, and can still read', async () => {
    await database()
      .insert(rateLimits)
      .values({ key: await personKey('submit'), spentUntil: new Date(Date.now() + 80_000) });
    const outcome = await createRequest({ formKey: crypto.randomUUID(), form: filledForm() });
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'too-many', retryAfterS: expect.any(Number) } });
    expect((await pool().query('select count(*)::int as count from withdrawal_requests')).rows[0]).toEqual({
      count: 0,
    });
    expect((await listTransferPage({ newestTimeoutMs: 0 })).ok).toBe(true);
    // Once, however often it happens within a minute.
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
