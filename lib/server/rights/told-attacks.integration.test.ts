import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/identity/roles';
import { database } from '@/lib/server/database/client';
import { noticeDeliveries, noticeProgress, notices } from '@/lib/server/database/schema/notices';
import { auditHead } from '@/lib/server/database/schema/audit';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { deliverNotices } from '@/lib/server/notifications/deliver';
import { planNotices } from '@/lib/server/notifications/plan';
import { planReminders } from '@/lib/server/notifications/plan-reminders';
import { propose } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { proposeOrder } from '@/lib/server/standing-orders/propose';
import { readOrder } from '@/lib/server/standing-orders/read';
import { takeOrderStep } from '@/lib/server/standing-orders/step';
import { saveTemplate } from '@/lib/server/templates/templates';
import type { ProfileRight } from '@/lib/rights/profile-rights';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInWith } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';

const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const [SUB, HQ] = ['p-sub', 'p-hq'];
const people: Record<string, Awaited<ReturnType<typeof signInWith>>> = {};
const idOf = (name: string) => people[name]!.person.id;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }]);
  const roles: Record<string, Role[]> = {
    finance: ['finance'],
    clerk: ['finance'],
    blind: ['approver'],
    limited: ['approver'],
    free: ['approver'],
    other: ['approver'],
  };
  for (const [subject, held] of Object.entries(roles))
    people[subject] = await signInWith({ subject, roles: held, email: `${subject}@countersign.example` });
});
beforeEach(async () => {
  changeSettings({ SMTP_URL: running.sandbox.smtpUrl });
  await putRightsInForce(rights());
  await database().delete(notices);
  await withoutTriggers((transaction) => transaction.update(withdrawalRequests).set({ state: 'CANCELLED' }));
  await database()
    .update(noticeProgress)
    .set({ auditSeq: sql`(select seq from ${auditHead})` });
});

const rights = (): ProfileRight[] => [
  { may: 'see', who: idOf('blind'), profiles: [SUB] },
  { may: 'approve', who: idOf('limited'), profiles: [SUB] },
  { may: 'request', who: idOf('clerk'), profiles: [SUB] },
];

function as(name: string): void {
  caller.sessionId = people[name]?.sessionId;
}

async function proposePlanned(name: string, profileId: string) {
  as(name);
  const from = { form: filledForm({ profileId }) };
  const { templateId } = surely(await saveTemplate({ title: randomUUID(), isShared: false, from }));
  return proposeOrder({
    id: randomUUID(),
    from: { template: templateId },
    title: 'Rent',
    firstDate: '2090-03-25',
    every: 'week',
    timeZone: 'Europe/Lisbon',
    lastDate: '2090-12-31',
    maxCount: 3,
    reason: 'The lease',
  });
}

const proposeEntry = (profiles: string[], name: string) => {
  as('finance');
  const after = {
    name,
    network: 'ETHEREUM',
    address: `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`,
    memo: null,
    note: '',
    profiles,
    beneficiary: null,
  };
  const id = randomUUID();
  return propose({
    kind: 'recipient',
    subject: id,
    payload: { changes: [{ kind: 'add', id, after }] },
    comment: 'New supplier',
  });
};

/** Lists what is planned, as `kind person`. */
async function planned(): Promise<string[]> {
  await planNotices();
  const rows = await database()
    .select({ kind: notices.kind, personId: noticeDeliveries.personId })
    .from(noticeDeliveries)
    .innerJoin(notices, eq(notices.id, noticeDeliveries.noticeId));
  return rows
    .map(({ kind, personId }) => `${kind} ${Object.keys(people).find((name) => idOf(name) === personId)}`)
    .toSorted();
}

const request = (profileId: string) =>
  createRequest({ formKey: randomUUID(), form: filledForm({ profileId, value: '1.0009' }) });

const count = async (name: string) => (await planned()).filter((line) => line.endsWith(` ${name}`)).length;

describe('a planned payment', () => {
  it('is decided on by those who may decide for its profile, as its page says', async () => {
    const { orderId } = surely(await proposePlanned('finance', HQ));
    as('limited');
    const reason = surely(await readOrder(orderId)).denied.approve;
    expect(reason).toContain('You may not decide on withdrawals from the profile');
    for (const step of ['approve', 'end'] as const) {
      const denied = surely(await readOrder(orderId)).denied[step];
      expect(await takeOrderStep({ orderId, step, reason: 'Because' })).toEqual(failure('not-now', { reason: denied }));
    }
    as('free');
    expect(surely(await readOrder(orderId)).denied).toMatchObject({ approve: null, end: null });
    expect(await takeOrderStep({ orderId, step: 'approve', reason: '' })).toMatchObject({ ok: true });
  });

  it('is proposed by those who may request from its profile', async () => {
    expect(await proposePlanned('clerk', HQ)).toEqual(
      failure('not-possible', { reason: `You may not request withdrawals from the profile ${HQ}.` }),
    );
    expect(await proposePlanned('clerk', SUB)).toMatchObject({ ok: true });
  });

  it('is told to those who see its profile and may decide for it', async () => {
    surely(await proposePlanned('finance', HQ));
    expect(await planned()).toEqual(['planned-waits free', 'planned-waits other']);
    await database().delete(notices);
    surely(await proposePlanned('finance', SUB));
    expect(await planned()).toEqual(['blind', 'free', 'limited', 'other'].map((name) => `planned-waits ${name}`));
  });
});

describe('a proposed entry of the address book', () => {
  it('is told to those who see one of its profiles', async () => {
    surely(await proposeEntry([HQ], 'Supplier a'));
    expect(await planned()).toEqual(['free', 'limited', 'other'].map((name) => `change-waits ${name}`));
    await database().delete(notices);
    surely(await proposeEntry([HQ, SUB], 'Supplier b'));
    surely(await proposeEntry([], 'Supplier c'));
    expect((await planned()).filter((line) => line.endsWith(' blind'))).toHaveLength(2);
  });
});

describe('a notice that waits', () => {
  it('is dropped where its person does not see the profile any more', async () => {
    await putRightsInForce([]);
    as('finance');
    surely(await request(HQ));
    const { requestId } = surely(await request(SUB));
    const items = ['1.0001', '1.0002'].map((value) => filledForm({ profileId: HQ, value }));
    surely(await createBatch({ batchKey: randomUUID(), name: 'October', items }));
    surely(await proposePlanned('finance', HQ));
    surely(await proposeEntry([HQ], 'Supplier d'));
    await planNotices();
    await withoutTriggers((transaction) =>
      transaction.update(withdrawalRequests).set({ updatedAt: sql`now() - interval '241 minutes'` }),
    );
    await planReminders();
    const told = await count('free');
    expect(await count('blind')).toBe(told);
    await putRightsInForce(rights());
    while ((await deliverNotices()) > 0);
    // Of the request of the profile that they see: that it waits, and that it still does.
    expect(await count('blind')).toBe(2);
    expect(await count('free')).toBe(told);
    const answer = await fetch(`${running.sandbox.url}/_sandbox/mails`);
    const mails = ((await answer.json()) as { items: { to: string[]; text: string }[] }).items;
    const blind = mails.filter(({ to }) => to.includes('blind@countersign.example'));
    expect(blind).toHaveLength(1);
    expect(blind[0]?.text).toContain(`/withdrawals/${requestId}`);
    expect(blind[0]?.text).not.toMatch(/batches|planned|recipients/);
  });
});
