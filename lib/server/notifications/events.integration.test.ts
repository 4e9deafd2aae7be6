import { stateIdentity } from '@/scripts/testing/people/stated-identity';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '@/lib/server/sign-in/open-session';
import { flushDeniedAttempts } from '@/lib/server/auth/denied-attempts';
import type { Origin } from '@/lib/server/auth/request-origin';
import { database } from '@/lib/server/database/client';
import { noticeDeliveries, noticeProgress, notices } from '@/lib/server/database/schema/notices';
import { auditHead } from '@/lib/server/database/schema/audit';
import { people } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { planNotices } from '@/lib/server/notifications/plan';
import { planReminders } from '@/lib/server/notifications/plan-reminders';
import { planTransfersUnderWay } from '@/lib/server/notifications/plan-transfers';
import { suspendPerson } from '@/lib/server/people/suspend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInWith } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import type { Role } from '@/lib/identity/roles';

const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const ISSUER = 'https://people.example';
const sessions: Record<string, string> = {};

async function signIn(subject: string, roles: Role[]): Promise<void> {
  sessions[subject] = (await signInWith({ subject, roles, email: `${subject}@countersign.example` })).sessionId;
}

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }]);
  await signIn('finance', ['finance']);
  await signIn('one', ['approver']);
  await signIn('admin', ['admin']);
  await signIn('admin-two', ['admin']);
});
beforeEach(async () => {
  changeSettings({ SMTP_URL: running.sandbox.smtpUrl });
  await database().delete(notices);
  await withoutTriggers((transaction) => transaction.update(withdrawalRequests).set({ state: 'CANCELLED' }));
  await database()
    .update(noticeProgress)
    .set({ auditSeq: sql`(select seq from ${auditHead})` });
});

/** Lists what is planned, as `kind person`. */
async function planned(): Promise<string[]> {
  const rows = await database()
    .select({ kind: notices.kind, name: people.subject })
    .from(noticeDeliveries)
    .innerJoin(notices, eq(notices.id, noticeDeliveries.noticeId))
    .innerJoin(people, eq(people.id, noticeDeliveries.personId));
  return rows.map(({ kind, name }) => `${kind} ${name}`).toSorted();
}

async function request(): Promise<string> {
  caller.sessionId = sessions.finance;
  return surely(await createRequest({ formKey: randomUUID(), form: filledForm() })).requestId;
}

const time = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();

const record = (number: string, age: number, status: object) => ({
  id: number,
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  profile_id: 'p-ops',
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  amount: '1.5',
  fee: '0',
  total: '1.5',
  created_at: time(age),
  ...status,
});

/** Stores a sent withdrawal of so many minutes ago, beside thirty that took a minute each. */
async function send(minutes: number, changes: object = {}): Promise<void> {
  const id = await request();
  const transferId = randomUUID();
  await storeRecords([
    ...Array.from({ length: 30 }, (_, index) =>
      record(randomUUID(), 100 + index, { status: 'COMPLETED', updated_at: time(99 + index) }),
    ),
    record(transferId, minutes, { status: 'PENDING', updated_at: time(minutes), ...changes }),
  ]);
  await withoutTriggers((transaction) =>
    transaction.insert(sends).values({
      requestId: id,
      state: 'ACCEPTED',
      fence: 1,
      transferId,
      transferStatus: 'PENDING',
      trackAt: sql`now()`,
    }),
  );
}
const planTransfers = async () => {
  await planTransfersUnderWay();
  await planTransfersUnderWay();
  return (await planned()).filter((line) => line.startsWith('transfer-'));
};

const enter = (subject: string, origin: Origin | null, roles: Role[] = ['approver']) =>
  openSession(stateIdentity({ issuer: ISSUER, subject, roles, email: `${subject}@countersign.example` }), origin);
const OFFICE = {
  address: '192.0.2.10',
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const HOME = { ...OFFICE, address: '198.51.100.7' };
const ELSEWHERE = {
  address: '203.0.113.9',
  agent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
};
const planSignIns = async () => {
  await planNotices();
  return (await planned()).filter((line) => line.startsWith('sign-in'));
};

const age = (id: string, minutes: number) =>
  withoutTriggers((transaction) =>
    transaction
      .update(withdrawalRequests)
      .set({ updatedAt: sql`now() - make_interval(mins => ${minutes})`, expiresAt: sql`now() + interval '2 days'` })
      .where(eq(withdrawalRequests.id, id)),
  );

describe('a request on which nobody decides', () => {
  it('is told to administrators and its requester after a while, once', async () => {
    const id = await request();
    await age(id, 479);
    await planReminders();
    expect(await planned()).toEqual(['approval-reminder one']);
    await age(id, 481);
    await planReminders();
    await planReminders();
    expect(await planned()).toEqual([
      'approval-escalated admin',
      'approval-escalated admin-two',
      'approval-escalated finance',
      'approval-reminder one',
    ]);
  });
});

describe('a withdrawal at the service', () => {
  it('is not told of while it takes as long as most', async () => {
    await send(0.5);
    expect(await planTransfers()).toEqual([]);
  });

  it('that takes longer than nine of ten is told once to its requester', async () => {
    await send(30);
    expect(await planTransfers()).toEqual(['transfer-delayed finance']);
  });

  it('that the travel rule holds is told as that, and not also as late', async () => {
    await send(30, { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED', detail: 'Who is it?' } });
    expect(await planTransfers()).toContain('transfer-held finance');
    expect((await planTransfers()).filter((line) => line.startsWith('transfer-held'))).toHaveLength(1);
  });
});

describe('a sign-in', () => {
  it('from another place with another browser is told to the person; the first one and one change of the two are not', async () => {
    await enter('dee', OFFICE);
    await enter('dee', HOME);
    await enter('dee', { ...ELSEWHERE, address: OFFICE.address });
    expect(await planSignIns()).toEqual([]);
    await enter('dee', { ...ELSEWHERE, agent: 'curl/8.0' });
    expect(await planSignIns()).toEqual(['sign-in-new dee']);
    await enter('dee', { ...ELSEWHERE, agent: 'curl/8.0' });
    expect(await planSignIns()).toEqual(['sign-in-new dee']);
  });

  it('of somebody who is suspended is told to administrators', async () => {
    await enter('eve', OFFICE);
    const [eve] = await database().select().from(people).where(eq(people.subject, 'eve'));
    caller.sessionId = sessions.admin;
    surely(await suspendPerson({ personId: eve?.id ?? '', reason: 'Left' }));
    await expect(enter('eve', OFFICE)).rejects.toThrow('suspended');
    await flushDeniedAttempts();
    expect(await planSignIns()).toEqual(['sign-in-suspended admin', 'sign-in-suspended admin-two']);
  });
});
