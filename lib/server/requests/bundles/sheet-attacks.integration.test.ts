import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { base58 } from '@scure/base';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { database, inTransaction } from '@/lib/server/database/client';
import { rateLimits } from '@/lib/server/database/schema/people';
import { checkEntries } from '@/lib/server/recipients/check';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { anyway, desk, newAddress, over, setUpLimitedDesk, sumOf } from '@/scripts/testing/data/limited-requests';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { readSingletons } from '@/scripts/testing/singletons';
import { accountOf, newStellarKey } from '@/scripts/testing/data/stellar-addresses';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';

// What hundreds of valid rows of one person cost everybody else; `npm run bench edge` measures a thousand.

setUpLimitedDesk();
beforeEach(async () => {
  await putPolicyInForce([over(sumOf('1000000', ['recipient'])), anyway()]);
  readSingletons().delete('people.limits');
  await database().delete(rateLimits);
});

const newSolanaAddress = () =>
  base58.encode(Buffer.from(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
const rowsTo = (count: number, change: () => Parameters<typeof filledForm>[0]) =>
  Array.from({ length: count }, () => filledForm({ profileId: desk.profile, value: '0.1', ...change() }));
const solana = () => ({ network: 'SOLANA', asset: 'SOL', destinationAddress: newSolanaAddress() });
const stellar = () => ({
  network: 'STELLAR',
  asset: 'PYUSD',
  destinationAddress: accountOf(newStellarKey()),
  memo: '1',
});
const ethereum = () => ({ destinationAddress: newAddress() });

/**
 * Measures the longest time of this process between two turns of the event loop, as a part of the time of all turns:
 * 1 for work in one piece. Both are times of its processor, in one run.
 */
async function longestTurn<Value>(work: () => Promise<Value>): Promise<{ value: Value; longest: number }> {
  let [longestUs, sumUs, isOver] = [0, 0, false];
  let since = process.cpuUsage();
  const turn = () => {
    const { user, system } = process.cpuUsage(since);
    longestUs = Math.max(longestUs, user + system);
    sumUs += user + system;
    since = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const value = await work();
  isOver = true;
  return { value, longest: longestUs / sumUs };
}

// Of work in one piece, one turn would take nearly all.
const MOST_OF_ONE = 0.5;

describe('hundreds of valid rows', () => {
  it('let others have their turn while they are checked', { timeout: 120_000 }, async () => {
    // The first call also compiles what it runs.
    await checkBatch({ items: [...rowsTo(20, solana), ...rowsTo(20, stellar)] });
    const items = [...rowsTo(80, solana), ...rowsTo(80, stellar)];
    const { value, longest } = await longestTurn(() => checkBatch({ items }));
    expect(value).toMatchObject({ ok: true });
    expect(value.ok && value.value.items.filter(({ issues }) => issues.some(({ level }) => level === 'error'))).toEqual(
      [],
    );
    expect(longest).toBeLessThan(MOST_OF_ONE);
  });

  it(
    'let others have their turn while they are saved, and while the address book is asked about them',
    { timeout: 120_000 },
    async () => {
      const items = rowsTo(160, solana);
      const made = await longestTurn(() => createBatch({ batchKey: randomUUID(), name: 'Payroll', items }));
      expect(made.value).toMatchObject({ ok: true });
      const before = caller.sessionId;
      caller.sessionId = (await signInAs('book', ['admin'])).sessionId;
      const start = randomBytes(8).toString('hex');
      const end = randomBytes(8).toString('hex');
      // Alike at both ends, so that each is compared with each other one.
      const entries = Array.from({ length: 160 }, (_none, index) => ({
        name: `Entry ${index}`,
        network: 'ETHEREUM',
        address: `0x${start}${randomBytes(4).toString('hex')}${end}`,
        memo: null,
        note: '',
        profiles: [],
        beneficiary: null,
      }));
      const asked = await longestTurn(() => checkEntries({ entries }));
      expect(asked.value).toMatchObject({ ok: true });
      caller.sessionId = before;
      expect([made.longest, asked.longest].filter((part) => part >= MOST_OF_ONE)).toEqual([]);
    },
  );
});

const check = () => checkBatch({ items: rowsTo(20, ethereum) });
it('works on one sheet of a person at a time: a second waits, a third is denied, and nobody else waits', async () => {
  // No check ends before the lock does, so the one that ends is the one that was denied.
  const [denied, others] = await inTransaction(async (transaction) => {
    await transaction.execute(sql`lock table mirror_transfers in access exclusive mode`);
    const checks = [check(), check(), check()];
    const first = await Promise.race(checks.map(async (one) => ({ one, outcome: await one })));
    return [first.outcome, checks.filter((one) => one !== first.one)];
  });
  expect(denied).toMatchObject(failure('too-many', { reason: expect.stringContaining('another tab') }));
  expect(await Promise.all(others)).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await check()).toMatchObject({ ok: true });
});

it(
  'counts rows and not calls: four sheets of a thousand in a minute, and no fifth one',
  { timeout: 120_000 },
  async () => {
    changeSettings({ CONSOLE_LIMITS: 'normal' });
    // Rows that cannot be read cost little to check, and count.
    const items = Array.from({ length: 1_000 }, () => ({}));
    const outcomes = [];
    for (let call = 0; call < 5; call += 1) outcomes.push(await checkBatch({ items }));
    expect(outcomes.slice(0, 4)).toMatchObject(Array.from({ length: 4 }, () => ({ ok: true })));
    expect(outcomes[4]).toMatchObject(failure('too-many'));
  },
);
