import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { view } from '@/scripts/testing/data/requests';
import { filledForm } from '@/scripts/stack/filled-form';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { sends } from '@/lib/server/database/schema/sends';
import { createRequest } from '@/lib/server/requests/creation/create';
import { checkCosts } from '@/lib/server/sends/costs';
import { trackSends } from '@/lib/server/sends/track';
import { sendNext } from '@/lib/server/sends/worker';

const running = setUpTestConsole();
let approver: Person;

beforeAll(async () => {
  ({ person: approver } = await signInAs('approver-one', ['approver']));
  await database()
    .insert(policyVersions)
    .values({
      version: sql`(select max(version) + 1 from policy_versions)`,
      rules: [{ name: 'One approval', when: {}, then: { kind: 'approve', count: 1 } }],
    });
  // Earlier fees, which make the fee typical.
  await storeRecords(Array.from({ length: 30 }, (_, number) => pastWithdrawal(number)));
});
beforeEach(async () => {
  ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
});

const pastWithdrawal = (number: number) =>
  withdrawalRecord({
    amount: '2',
    total: '2.000420000000000001',
    fee: '0.000420000000000001',
    destination_address: `0x${String(number).padStart(40, '0')}`,
  });

/** Requests a withdrawal, sends it, and has the console check its cost. */
async function sendOne(change: Parameters<typeof filledForm>[0]) {
  const made = surely(await createRequest({ formKey: randomUUID(), form: filledForm(change) }));
  await approveRequest(made.requestId, approver);
  await sendNext();
  await checkCosts();
  return made.requestId;
}

const track = async (id: string) => {
  await database()
    .update(sends)
    .set({ trackAt: sql`now()` })
    .where(eq(sends.requestId, id));
  await trackSends();
  await checkCosts();
};

const alarmEntries = (id: string) =>
  database().$count(auditLog, sql`subject = ${`request:${id}`} and action = 'send.cost-checked'`);

describe('the cost of a sent withdrawal', () => {
  it.each([{ value: '1.50' }, { value: '1.50', fixed: 'total' as const }])(
    'a cost that adds up is shown as checked, and raises no alarm: %j',
    async (change) => {
      const id = await sendOne(change);
      const seen = await view(id);
      expect(seen).toMatchObject({
        send: { state: 'ACCEPTED' },
        alarm: null,
        cost: { sum: 'right', feeIs: 'usual', faults: [], usual: { samples: 30 } },
      });
      expect(await alarmEntries(id)).toBe(0);
    },
  );

  it('a total that is not amount plus fee is an alarm, once, and hinders nothing', async () => {
    const id = await sendOne({ value: '1.0701' });
    const seen = await view(id);
    expect(seen).toMatchObject({ send: { state: 'ACCEPTED' }, cost: { sum: 'wrong' } });
    expect(seen.alarm).toMatch(
      /^The service reported a total of 1.070521\d* ETH, which is not the amount of 1.0701 ETH plus the fee of 0.0004\d+1 ETH\./,
    );
    expect(seen.alarm).toContain('The withdrawal was sent once and will not be sent again.');
    await track(id);
    await track(id);
    expect(await view(id)).toMatchObject({ alarm: seen.alarm });
    expect(await alarmEntries(id)).toBe(1);
  });

  it('an unusually high fee is an alarm that says what is typical', async () => {
    const id = await sendOne({ value: '1.0702' });
    const seen = await view(id);
    expect(seen).toMatchObject({ cost: { sum: 'right', feeIs: 'unheard-of' } });
    expect(seen.alarm).toContain(
      'The fee of 5.000420000000000001 ETH is far too high: usually 0.000420000000000001 ETH',
    );
    expect(seen.alarm).toContain('last 30 completed withdrawals');
  });

  it('is shown beside an alarm about the transfer itself, and neither ends the other', async () => {
    const id = await sendOne({ value: '1.0701' });
    const { transferId } = await view(id);
    await running.sandbox.api.addFault({ on: 'get', kind: 'error', status: 404, times: 1, match: { id: transferId } });
    await track(id);
    const { alarm } = await view(id);
    expect(alarm).toContain('no longer knows this transfer');
    expect(alarm).toContain('plus the fee');
    await track(id);
    expect((await view(id)).alarm).not.toContain('no longer knows');
    expect((await view(id)).alarm).toContain('plus the fee');
  });

  it('is checked again only where the service reports another cost', async () => {
    const id = await sendOne({ value: '1.5' });
    const before = (await view(id)).cost;
    await storeRecords(
      Array.from({ length: 40 }, (_, number) => ({
        ...pastWithdrawal(number),
        fee: '0.0000001',
        created_at: '2026-06-02T03:04:05.000Z',
      })),
    );
    await track(id);
    expect((await view(id)).cost).toEqual(before);
    expect(await database().$count(sends, sql`is_cost_due`)).toBe(0);
  });
});
