import { randomUUID } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedMail } from '@/sandbox/mail/mailbox';
import { database } from '@/lib/server/database/client';
import {
  noticeDeliveries,
  noticeHours,
  noticePreferences,
  noticeProgress,
  notices,
} from '@/lib/server/database/schema/notices';
import { auditHead } from '@/lib/server/database/schema/audit';
import { personSuspensions } from '@/lib/server/database/schema/proposals';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { deliverNotices } from '@/lib/server/notifications/deliver';
import { readNoticeOverview } from '@/lib/server/notifications/overview';
import { planReminders } from '@/lib/server/notifications/plan-reminders';
import { forgetNotices, planNotices } from '@/lib/server/notifications/plan';
import { readNoticeSettings, saveNoticeChoices } from '@/lib/server/notifications/preferences';
import { endDigests, readToken, unsubscribeAddress } from '@/lib/server/notifications/unsubscribe';
import { propose } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { nudgeApprovers } from '@/lib/server/requests/votes/nudge';
import { readRequest } from '@/lib/server/requests/lists/read';
import { stopSending } from '@/lib/server/stop-switch/stop-switch';
import { currentPolicy } from '@/lib/server/policy/read';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { changeSettings, type SignedIn, signInWith } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import type { Role } from '@/lib/identity/roles';

const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const people: Partial<Record<string, SignedIn>> = {};

const signIn = (subject: string, roles: Role[], email: string | null = `${subject}@countersign.example`) =>
  signInWith({ subject, roles, email });

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }]);
  people.finance = await signIn('finance', ['finance']);
  people.one = await signIn('one', ['approver']);
  people.two = await signIn('two', ['approver']);
  people.admin = await signIn('admin', ['admin']);
  people.adminTwo = await signIn('admin-two', ['admin']);
  people.support = await signIn('support', ['support']);
});
beforeEach(async () => {
  changeSettings({ SMTP_URL: running.sandbox.smtpUrl });
  await database().delete(notices);
  // Nothing of an earlier test waits any more.
  await withoutTriggers((transaction) => transaction.update(withdrawalRequests).set({ state: 'CANCELLED' }));
  await database().delete(noticePreferences);
  await database()
    .update(noticeProgress)
    .set({ auditSeq: sql`(select seq from ${auditHead})` });
  as('finance');
  before = new Set((await listMails()).map(({ number }) => number));
});

let before = new Set<number>();

function as(who: string): void {
  caller.sessionId = people[who]?.sessionId;
}

async function listMails(): Promise<ReceivedMail[]> {
  const answer = await fetch(`${running.sandbox.url}/_sandbox/mails`);
  return ((await answer.json()) as { items: ReceivedMail[] }).items;
}

/** Delivers everything that is due, and gives the mails that arrived in this test, oldest first. */
async function deliver(): Promise<ReceivedMail[]> {
  await planNotices();
  while ((await deliverNotices()) > 0);
  return (await listMails()).filter(({ number }) => !before.has(number)).toReversed();
}

const recipientsOf = (mails: readonly ReceivedMail[]) => mails.flatMap(({ to }) => to).toSorted();
const at = (who: string) => `${who}@countersign.example`;

async function request(): Promise<string> {
  as('finance');
  return surely(await createRequest({ formKey: randomUUID(), form: filledForm() })).requestId;
}

async function decide(who: string, id: string, verdict: 'APPROVED' | 'REJECTED' = 'APPROVED'): Promise<void> {
  as(who);
  const { version, bodySha256 } = surely(await readRequest(id));
  const decided = await decideOnRequest({
    requestId: id,
    version,
    bodySha256,
    verdict,
    comment: 'x',
    chosenAddress: '',
  });
  expect(decided).toMatchObject({ ok: true });
}

/** Moves the times of a request, as if it had waited. */
const age = (id: string, expiresAt: SQL, updatedAt: SQL) =>
  withoutTriggers((transaction) =>
    transaction.update(withdrawalRequests).set({ expiresAt, updatedAt }).where(eq(withdrawalRequests.id, id)),
  );

const deliveries = () => database().select().from(noticeDeliveries);
const due = () =>
  database()
    .update(noticeDeliveries)
    .set({ dueAt: sql`now()` })
    .where(eq(noticeDeliveries.state, 'QUEUED'));

describe('a request', () => {
  it('is told to everybody who can decide, with a link and without what must not be in a mail', async () => {
    const id = await request();
    const mails = await deliver();
    expect(recipientsOf(mails)).toEqual([at('one'), at('two')]);
    const [mail] = mails;
    expect(mail?.subject).toBe('[Sandbox] A withdrawal of about 1.5 ETH waits for your approval');
    expect(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]).toBe(`http://127.0.0.1:3000/withdrawals/${id}`);
    const [notice] = await database().select().from(notices);
    expect(mail?.events).toEqual([notice?.id]);
    const { form } = { form: filledForm() };
    for (const part of [mail?.text, mail?.html, mail?.subject])
      for (const secret of [form.destinationAddress, form.referenceId || 'CS-', form.profileId])
        expect(part).not.toContain(secret);
  });

  it('says nothing of asset and amount where the console tells nothing', async () => {
    changeSettings({ NOTIFY_DETAIL: 'none' });
    await request();
    const [mail] = await deliver();
    expect(mail?.subject).toBe('[Sandbox] A withdrawal waits for your approval');
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/ETH|about/);
  });

  it('is told to its requester once it is approved, and not for each vote', async () => {
    const id = await request();
    await decide('one', id);
    expect(recipientsOf(await deliver())).toEqual([at('two')]);
    await decide('two', id);
    const mails = await deliver();
    expect(mails.at(-1)).toMatchObject({ to: [at('finance')] });
    expect(mails.at(-1)?.subject).toContain('Your withdrawal of about 1.5 ETH is approved');
    expect(mails).toHaveLength(2);
  });

  it('is told to its requester when it is rejected', async () => {
    const id = await request();
    await decide('one', id, 'REJECTED');
    expect((await deliver()).map(({ subject }) => subject)).toEqual([
      '[Sandbox] Your withdrawal of about 1.5 ETH is rejected',
    ]);
  });

  it('that expires soon is told once more, once, to its requester too', async () => {
    const id = await request();
    await deliver();
    await planReminders();
    expect(await deliver()).toHaveLength(2);
    await age(id, sql`now() + interval '1 minute'`, sql`now() - interval '1 hour'`);
    await planReminders();
    await planReminders();
    const told = (await deliver()).filter(({ subject }) => subject.includes('expires soon'));
    expect(recipientsOf(told)).toEqual([at('finance'), at('one'), at('two')]);
  });

  it('that has waited is told once more to those who have not decided, once', async () => {
    const id = await request();
    await decide('one', id);
    await deliver();
    await age(id, sql`now() + interval '1 day'`, sql`now() - interval '239 minutes'`);
    await planReminders();
    expect(await deliver()).toHaveLength(1);
    await age(id, sql`now() + interval '1 day'`, sql`now() - interval '241 minutes'`);
    await planReminders();
    await planReminders();
    const told = (await deliver()).filter(({ subject }) => subject.includes('still waits'));
    expect(recipientsOf(told)).toEqual([at('two')]);
  });

  it('is told again when its requester asks for it, once an hour, and when nobody else does', async () => {
    const id = await request();
    await deliver();
    as('one');
    expect(await nudgeApprovers({ requestId: id })).toMatchObject({ error: { kind: 'forbidden' } });
    as('finance');
    expect(await nudgeApprovers({ requestId: id })).toEqual({ ok: true, value: null });
    const again = await nudgeApprovers({ requestId: id });
    expect(again).toMatchObject({ error: { kind: 'not-now' } });
    expect(JSON.stringify(again)).toContain('once an hour');
    const told = (await deliver()).filter(({ subject }) => subject.includes('still waits'));
    expect(recipientsOf(told)).toEqual([at('one'), at('two')]);
    await decide('one', id, 'REJECTED');
    as('finance');
    expect(await nudgeApprovers({ requestId: id })).toMatchObject({ error: { kind: 'not-now' } });
    expect(await nudgeApprovers({ requestId: randomUUID() })).toMatchObject({ error: { kind: 'not-found' } });
  });

  it('of a batch is told as a whole, once for each person', async () => {
    const items = ['1.0001', '1.0002', '1.0003'].map((value) => filledForm({ value }));
    as('finance');
    expect(await createBatch({ batchKey: randomUUID(), name: 'October', items })).toMatchObject({ ok: true });
    const mails = await deliver();
    expect(recipientsOf(mails)).toEqual([at('one'), at('two')]);
    expect(mails[0]?.subject).toBe('[Sandbox] A withdrawal waits for your approval');
    expect(mails[0]?.text).toContain('/withdrawals/batches/');
  });
});

describe('who is told', () => {
  it('is everybody at the desk of a stop, but for who stopped, suspended people and those long away', async () => {
    const away = await signIn('away', ['support']);
    await withoutTriggers((transaction) =>
      transaction.execute(sql`update sign_ins set at = now() - interval '61 days' where person_id = ${away.person.id}`),
    );
    const gone = await signIn('gone', ['support']);
    await database()
      .insert(personSuspensions)
      .values({ personId: gone.person.id, event: 'SUSPENDED', byPersonId: people.admin!.person.id, reason: 'left' });
    await signIn('nowhere', ['support'], null);
    as('admin');
    expect(await stopSending({ reason: 'A test' })).toMatchObject({ ok: true });
    expect(recipientsOf(await deliver())).toEqual(
      [at('admin-two'), at('finance'), at('one'), at('support'), at('two')].toSorted(),
    );
  });

  it('is those who can confirm a change, with the page where they do', async () => {
    as('admin');
    const { version } = await currentPolicy();
    const payload = { basedOn: version, value: [{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }] };
    expect(await propose({ kind: 'policy', subject: 'policy', payload, comment: 'fewer' })).toMatchObject({ ok: true });
    const mails = await deliver();
    expect(recipientsOf(mails)).toEqual([at('admin-two')]);
    expect(mails[0]?.text).toContain('http://127.0.0.1:3000/policy');
  });
});

describe('a delivery', () => {
  it('brings many notices together, and never more than five mails a minute to one person', async () => {
    for (let turn = 0; turn < 7; turn += 1) {
      await request();
      await deliver();
    }
    const mails = await deliver();
    expect(mails.filter(({ to }) => to.includes(at('one')))).toHaveLength(5);
    await database()
      .update(noticeDeliveries)
      .set({ endedAt: sql`now() - interval '2 minutes'` })
      .where(eq(noticeDeliveries.state, 'SENT'));
    const all = (await deliver()).filter(({ to }) => to.includes(at('one')));
    expect(all).toHaveLength(6);
    expect(all.at(-1)?.subject).toBe('[Sandbox] 2 things happened');
    expect(new Set(all.flatMap(({ events }) => events)).size).toBe(7);
  });

  it('is tried again where the server cannot take it now, under the same ids', async () => {
    await request();
    await fault('refuse-later', 2);
    expect(await deliver()).toEqual([]);
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ state: 'QUEUED', attempts: 1, failure: expect.stringContaining('451') as unknown });
    expect(waiting!.dueAt.getTime()).toBeGreaterThan(Date.now() + 5000);
    await due();
    expect(await deliver()).toHaveLength(2);
    expect((await deliveries()).map(({ state }) => state)).toEqual(['SENT', 'SENT']);
  });

  it('is tried again after the server ended the connection', async () => {
    await request();
    await fault('close', 2);
    expect(await deliver()).toEqual([]);
    await due();
    expect(await deliver()).toHaveLength(2);
  });

  it('is given up at once where the server refuses the address, and after ten attempts otherwise', async () => {
    await request();
    await fault('refuse', 1);
    expect(await deliver()).toHaveLength(1);
    const dead = (await deliveries()).find(({ state }) => state === 'DEAD');
    expect(dead).toMatchObject({ attempts: 1, failure: 'The server refuses this address (550).' });
    await request();
    await fault('refuse-later', 100);
    await planNotices();
    await database().update(noticeDeliveries).set({ attempts: 9 }).where(eq(noticeDeliveries.state, 'QUEUED'));
    await deliver();
    await fault('refuse-later', 0);
    expect((await deliveries()).filter(({ state }) => state === 'DEAD')).toHaveLength(3);
    as('admin');
    const overview = await readNoticeOverview();
    expect(overview).toMatchObject({ ok: true, value: { isMailOn: true, queued: 0, dead: 3 } });
    expect(overview.ok && overview.value.latestDead).toContainEqual(
      expect.objectContaining({ failure: 'The server refuses this address (550).' }),
    );
    as('finance');
    expect(await readNoticeOverview()).toMatchObject(failure('forbidden'));
  });

  it('that was not recorded comes once more, as the same mail', async () => {
    await request();
    const [first] = await deliver();
    await database()
      .update(noticeDeliveries)
      .set({ state: 'QUEUED', endedAt: null, dueAt: sql`now()` });
    const again = (await deliver()).filter(({ to }) => to[0] === first?.to[0]);
    expect(again).toHaveLength(2);
    expect(again[1]).toMatchObject({ messageId: first?.messageId, events: first?.events });
  });

  it('is left alone while another process has it', async () => {
    await request();
    await planNotices();
    const delivered = await Promise.all([deliverNotices(), deliverNotices(), deliverNotices()]);
    // One may have looked while another had it: it is left for the next round, and never delivered twice.
    expect(delivered.reduce((sum, one) => sum + one, await deliverNotices())).toBe(2);
  });

  it('is planned once, however many processes plan', async () => {
    await request();
    await Promise.all([planNotices(), planNotices(), planNotices()]);
    expect(await deliver()).toHaveLength(2);
  });
});

const choose = (who: string, kind: string, mode: 'hourly' | 'daily' | 'off') =>
  database().insert(noticePreferences).values({ personId: people[who]!.person.id, kind, mode });

async function readModeOf(kind: string) {
  const read = await readNoticeSettings();
  return read.ok && read.value.kinds.find((one) => one.kind === kind)?.mode;
}

describe('what a person chose', () => {
  it('ends what can be switched off, and nothing else', async () => {
    await choose('finance', 'request-rejected', 'off');
    await choose('one', 'approval-needed', 'off');
    const id = await request();
    expect(recipientsOf(await deliver())).toEqual([at('one'), at('two')]);
    await decide('one', id, 'REJECTED');
    expect(await deliver()).toHaveLength(2);
  });

  it('is saved for the person alone, and read back', async () => {
    const modes = { 'request-rejected': 'off', 'transfer-completed': 'daily' };
    const choices = { modes, timeZone: 'Europe/Berlin', quiet: { from: 20, until: 7 } };
    expect(await saveNoticeChoices(choices)).toEqual({ ok: true, value: null });
    expect(await readNoticeSettings()).toMatchObject({
      ok: true,
      value: { timeZone: 'Europe/Berlin', quiet: { from: 20, until: 7 } },
    });
    expect(await readModeOf('request-rejected')).toBe('off');
    expect(await readModeOf('transfer-completed')).toBe('daily');
    as('one');
    expect(await readModeOf('request-rejected')).not.toBe('off');
  });

  it.each([
    ['a time zone that is not known', { timeZone: 'Mars/Base' }, 'This time zone is not known.'],
    ['quiet hours that never end', { quiet: { from: 7, until: 7 } }, 'Quiet hours end at another hour'],
    ['no alarm of a stop', { modes: { 'sending-stopped': 'off' } }, 'cannot be switched off. Nothing was saved.'],
  ])('cannot be %s', async (_what, change, reason) => {
    const choices = { modes: {}, timeZone: 'Europe/Berlin', quiet: null, ...change };
    expect(await saveNoticeChoices(choices)).toEqual(failure('invalid', { reason: expect.stringContaining(reason) }));
    expect(await database().select().from(noticePreferences)).toEqual([]);
  });

  it('brings a digest in its hour', async () => {
    await choose('one', 'approval-needed', 'hourly');
    await database().insert(noticeHours).values({ personId: people.one!.person.id, timeZone: 'Europe/Berlin' });
    await request();
    await request();
    expect(recipientsOf(await deliver())).toEqual([at('two')]);
    await due();
    const mails = await deliver();
    expect(mails.at(-1)).toMatchObject({ to: [at('one')], subject: '[Sandbox] 2 things happened' });
  });
});

describe('the link of a digest', () => {
  it('ends the digests of its person without signing in, and nothing else', async () => {
    await choose('one', 'approval-needed', 'daily');
    await choose('one', 'comment-added', 'hourly');
    await choose('two', 'approval-needed', 'daily');
    await request();
    await planNotices();
    await due();
    const mails = await deliver();
    const mail = mails.find(({ to }) => to.includes(at('one')));
    const link = /https?:\/\/\S+\/unsubscribe\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(readToken(token)).toBe(people.one?.person.id);
    caller.sessionId = undefined;
    expect(await endDigests(token)).toBe('ended');
    expect(await endDigests(token)).toBe('ended');
    const modes = await database().select().from(noticePreferences);
    expect(
      modes.map(({ kind, mode, personId }) => `${personId === people.one?.person.id} ${kind} ${mode}`).toSorted(),
    ).toEqual(['false approval-needed daily', 'true approval-needed at-once', 'true comment-added off']);
  });

  it('stands in no mail that comes at once', async () => {
    await request();
    const [mail] = await deliver();
    expect(mail?.text).not.toContain('unsubscribe');
  });

  it('is not made by anybody else', async () => {
    const id = people.one?.person.id ?? '';
    const code = unsubscribeAddress(id).split('.').at(-1) ?? '';
    for (const token of ['', id, `${id}.`, `${id}.${code.slice(1)}`, `${people.two?.person.id}.${code}`, `x.${code}`])
      expect(await endDigests(token)).toBe('unknown');
    changeSettings({ NEXTAUTH_SECRET: 'another-secret-of-thirty-two-characters' });
    expect(await endDigests(`${id}.${code}`)).toBe('unknown');
  });
});

it('old notices are forgotten, with what was delivered', async () => {
  await request();
  await deliver();
  await database()
    .update(notices)
    .set({ at: sql`now() - interval '31 days'` });
  await forgetNotices();
  expect(await deliveries()).toEqual([]);
});

it('nobody is told of what happened while there was no mail server', async () => {
  changeSettings({ SMTP_URL: undefined });
  await request();
  await planNotices();
  changeSettings({ SMTP_URL: running.sandbox.smtpUrl });
  expect(await deliver()).toEqual([]);
});

async function fault(kind: string, times: number): Promise<void> {
  const answer = await fetch(`${running.sandbox.url}/_sandbox/mail-faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: kind, times }),
  });
  expect(answer.status).toBe(204);
}
