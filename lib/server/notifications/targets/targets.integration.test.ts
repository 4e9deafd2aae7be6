import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReceivedWebhook, WebhookFault } from '@/sandbox/webhooks/inbox';
import { database, pool } from '@/lib/server/database/client';
import { noticeProgress, notices, targetDeliveries } from '@/lib/server/database/schema/notices';
import { settingVersions } from '@/lib/server/database/schema/settings';
import { auditHead, auditLog } from '@/lib/server/database/schema/audit';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { NotificationTarget, TargetChannel } from '@/lib/notifications/targets';
import { planNotices } from '@/lib/server/notifications/plan';
import { deliverToTargets, finishDeliveries, signWebhook } from '@/lib/server/notifications/targets/deliver';
import { post } from '@/lib/server/notifications/targets/post';
import { readTargets } from '@/lib/server/notifications/targets/read';
import { signingSecret } from '@/lib/server/notifications/targets/seal';
import { showSigningSecret, testTarget } from '@/lib/server/notifications/targets/try';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';

const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const sessions: Record<string, string> = {};

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }]);
  for (const [who, role] of [
    ['finance', 'finance'],
    ['admin', 'admin'],
    ['adminTwo', 'admin'],
  ] as const)
    sessions[who] = (await signInAs(who, [role])).sessionId;
});
beforeEach(async () => {
  changeSettings({ SMTP_URL: undefined, NOTIFY_PRIVATE_HOSTS: [new URL(running.sandbox.url).host] });
  await sandbox('DELETE', '/_sandbox/webhooks');
  await withoutTriggers(async (transaction) => {
    await transaction.delete(targetDeliveries);
    await transaction.delete(notices);
    await transaction.delete(settingVersions).where(eq(settingVersions.kind, 'notification-targets'));
    await transaction.execute(sql`delete from proposals where kind = 'notification-targets'`);
    await transaction.update(withdrawalRequests).set({ state: 'CANCELLED' });
  });
  await database()
    .update(noticeProgress)
    .set({ auditSeq: sql`(select seq from ${auditHead})` });
});

async function sandbox(method: string, path: string, body?: object): Promise<Response> {
  return fetch(running.sandbox.url + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
}

const setFault = (fault: WebhookFault, times = 1, name?: string) =>
  sandbox('POST', '/_sandbox/webhook-faults', { fault, times, ...(name !== undefined && { name }) });

async function received(): Promise<ReceivedWebhook[]> {
  const answer = await sandbox('GET', '/_sandbox/webhooks');
  return ((await answer.json()) as { items: ReceivedWebhook[] }).items.toReversed();
}

const urlOf = (name: string) => `${running.sandbox.url}/_sandbox/webhooks/${name}`;

const target = (name: string, channel: TargetChannel = 'webhook', changes: object = {}) => ({
  id: randomUUID(),
  channel,
  label: name,
  url: urlOf(name),
  kinds: ['approval-needed', 'sending-stopped'],
  secrets: channel === 'webhook' ? [1] : [],
  ...changes,
});

function proposeTargets(targets: readonly object[], basedOn = 0) {
  caller.sessionId = sessions.admin;
  const payload = { basedOn, value: targets };
  return propose({ kind: 'notification-targets', subject: 'notification-targets', payload, comment: 'agreed' });
}

async function confirm(proposalId: string, who = 'adminTwo') {
  caller.sessionId = sessions[who];
  return confirmProposal({ proposalId, comment: '' });
}

/** Puts targets in force by two administrators, and gives them as stored. */
async function setTargets(...targets: object[]): Promise<NotificationTarget[]> {
  const before = await database().$count(settingVersions, eq(settingVersions.kind, 'notification-targets'));
  surely(await confirm(surely(await proposeTargets(targets, before)).proposalId));
  return surely(await readTargets()).current.targets;
}

async function request(): Promise<void> {
  caller.sessionId = sessions.finance;
  surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
}

/** Plans and delivers everything that is due. */
async function deliver(): Promise<void> {
  await planNotices();
  while ((await deliverToTargets()) > 0);
  await finishDeliveries();
}

async function states(): Promise<string[]> {
  const { rows } = await pool().query<{ state: string; failure: string | null }>(
    'select state, failure from target_deliveries order by failure nulls first',
  );
  return rows.map((row) => (row.failure === null ? row.state : `${row.state}: ${row.failure}`));
}

const due = () => pool().query(`update target_deliveries set due_at = now() where state = 'QUEUED'`);

describe('a target', () => {
  it.each<[TargetChannel, (body: string) => string | undefined]>([
    ['slack', (body) => (JSON.parse(body) as { text: string }).text],
    ['teams', (body) => JSON.stringify((JSON.parse(body) as { attachments: object[] }).attachments)],
    ['webhook', (body) => JSON.stringify((JSON.parse(body) as { data: object }).data)],
  ])('of %s gets what waits, with a link and without what must not leave', async (channel, read) => {
    await setTargets(target('desk', channel));
    await request();
    await deliver();
    const [got, ...others] = await received();
    expect(others).toEqual([]);
    const text = read(got?.body ?? '') ?? '';
    expect(text).toContain(
      `${channel === 'webhook' ? '' : 'Sandbox: '}A withdrawal of about 1.5 ETH waits for approval`,
    );
    expect(text).toMatch(/http:\/\/127\.0\.0\.1:3000\/withdrawals\/[0-9a-f-]{36}/);
    const { destinationAddress, referenceId, note } = filledForm();
    for (const part of [destinationAddress, referenceId, note].filter(Boolean)) expect(got?.body).not.toContain(part);
    expect(await states()).toEqual(['SENT']);
  });

  it('gets only the kinds that it is for', async () => {
    await setTargets(target('desk', 'slack', { kinds: ['sending-stopped'] }));
    await request();
    await deliver();
    expect(await received()).toEqual([]);
  });

  it('says nothing of asset and amount where the console tells nothing', async () => {
    changeSettings({ NOTIFY_DETAIL: 'none' });
    await setTargets(target('desk'));
    await request();
    await deliver();
    const [got] = await received();
    expect(got?.body).not.toMatch(/\bETH\b|\b1\.5\b/);
    changeSettings({ NOTIFY_DETAIL: 'summary' });
  });

  it('verifies a webhook by its secret, and by either one while it is rotated', async () => {
    const [stored] = await setTargets(target('desk', 'webhook', { secrets: [1, 2] }));
    await request();
    await deliver();
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = await received();
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const [notice] = (JSON.parse(body) as { data: { notices: { id: string }[] } }).data.notices;
    expect(headers['webhook-id']).toBe(notice?.id);
    for (const generation of [1, 2]) {
      const alone = signWebhook({ id: headers['webhook-id'] ?? '', at, body }, [
        signingSecret(stored?.id ?? '', generation),
      ]);
      expect(headers['webhook-signature']?.split(' ')).toContain(alone['webhook-signature']);
    }
    const other = signWebhook({ id: headers['webhook-id'] ?? '', at, body }, [signingSecret(stored?.id ?? '', 3)]);
    expect(headers['webhook-signature']).not.toContain(other['webhook-signature']);
  });

  it('that was removed gets nothing more, and says so', async () => {
    await setTargets(target('desk'), target('other'));
    await request();
    await planNotices();
    await setTargets(target('third'));
    await deliver();
    expect(await states()).toEqual(['DEAD: The target was removed.', 'DEAD: The target was removed.']);
    expect(await received()).toEqual([]);
  });
});

describe('a fault', () => {
  it.each<[WebhookFault, string]>([
    [500, 'QUEUED: The target answered 500.'],
    [301, 'QUEUED: The target answered with a redirect (301), which is not followed.'],
    [429, 'QUEUED: The target asks for a pause (429).'],
    [410, 'DEAD: The target is gone (410).'],
    ['close', 'QUEUED: The target could not be reached (ECONNRESET).'],
  ])('of %s is recorded, and what can be repeated comes once more under the same ID', async (fault, state) => {
    await setTargets(target('desk'));
    await setFault(fault);
    await request();
    await deliver();
    expect(await states()).toEqual([state]);
    expect(await received()).toEqual([]);
    const [row] = (
      await pool().query<{ wait: number }>(
        `select extract(epoch from due_at - now())::int as wait from target_deliveries`,
      )
    ).rows;
    if (fault === 429) expect(row?.wait).toBeGreaterThan(100);
    await due();
    await deliver();
    const [notice] = await database().select().from(notices).where(eq(notices.kind, 'approval-needed'));
    const ids = (await received()).map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual(fault === 410 ? [] : [notice?.id]);
  });

  it('of an answer without end delivers, and the rest of the answer is not read', async () => {
    await setTargets(target('desk'));
    await setFault('endless');
    await request();
    const before = process.memoryUsage().arrayBuffers;
    await deliver();
    expect(await states()).toEqual(['SENT']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  });

  it('of a target that never answers holds up no other target', async () => {
    await setTargets(target('slow'), target('quick'));
    await setFault('hang', 1, 'slow');
    await request();
    await planNotices();
    expect(await deliverToTargets()).toBe(1);
    expect(await deliverToTargets()).toBe(1);
    let isOver = false;
    const finished = finishDeliveries().then(() => (isOver = true));
    await expect.poll(async () => (await received()).map(({ name }) => name)).toEqual(['quick']);
    expect(isOver).toBe(false);
    await finished;
    expect(await states()).toEqual(['SENT', 'QUEUED: The target could not be reached (ETIMEDOUT).']);
  });

  it('brings many notices together in one message', async () => {
    await setTargets(target('desk', 'slack'));
    for (let count = 0; count < 25; count += 1) await request();
    await deliver();
    const got = await received();
    expect(got).toHaveLength(1);
    expect((JSON.parse(got[0]?.body ?? '{}') as { text: string }).text.split('\n')).toHaveLength(21);
    expect(got[0]?.body).toContain('And 5 more');
  });

  it('that a killed process left behind comes once more under the same ID', async () => {
    await setTargets(target('desk'));
    await request();
    await deliver();
    await pool().query(`update target_deliveries set state = 'QUEUED', ended_at = null, due_at = now()`);
    await deliver();
    const ids = (await received()).map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a change of targets', () => {
  it('takes two administrators, and stores no address that somebody could read', async () => {
    const proposed = surely(await proposeTargets([target('secret-path-of-slack', 'slack')]));
    expect(await confirm(proposed.proposalId, 'admin')).toMatchObject({ error: { kind: 'not-now' } });
    surely(await confirm(proposed.proposalId));
    const [stored] = surely(await readTargets()).current.targets;
    expect(stored).toMatchObject({ host: new URL(running.sandbox.url).host, ending: 'lack' });
    const { rows } = await pool().query<{ text: string }>(
      `select row_to_json(p)::text as text from proposals p where kind = 'notification-targets'
       union all select row_to_json(t)::text from setting_versions t
       union all select entry from audit_log`,
    );
    for (const { text } of rows) expect(text).not.toContain('webhooks/secret-path-of-slack');
    // Proposing what is in force, in whatever spelling, changes nothing.
    expect(await proposeTargets([{ ...stored, sealed: stored?.sealed }], 1)).toMatchObject({
      error: { kind: 'not-possible' },
    });
  });

  it('keeps the address that it does not name anew', async () => {
    const [stored] = await setTargets(target('desk'));
    await setTargets({ ...stored, label: 'renamed' });
    await request();
    await deliver();
    expect((await received()).map(({ name }) => name)).toEqual(['desk']);
  });

  it.each<[string, object, string]>([
    ['an address without encryption', { url: 'http://chat.example/x' }, 'The address must begin with https://.'],
    ['an address of this machine', { url: 'https://127.0.0.1/x' }, 'not one of the public internet'],
    ['an address of the metadata service', { url: 'https://169.254.169.254/x' }, 'not one of the public internet'],
    ['an address in IPv6 of this machine', { url: 'https://[::ffff:10.0.0.1]/x' }, 'not one of the public internet'],
    ['a password in the address', { url: 'https://me:secret@chat.example/x' }, 'Remove the user name and password'],
    ['another scheme', { url: 'file:///etc/passwd' }, 'begins with https://'],
    ['no kinds', { kinds: [] }, 'Choose at least one kind.'],
    ['a kind for one person', { kinds: ['sign-in-new'] }, 'A target cannot get this kind.'],
    ['no secret', { secrets: [] }, 'A webhook is signed.'],
    ['three secrets', { secrets: [1, 2, 3] }, ''],
    [
      'a sealed address that the console did not seal',
      { url: undefined, sealed: 'v1.AAAA', host: 'x', ending: '' },
      '',
    ],
  ])('refuses %s', async (_, changes, sentence) => {
    const given = JSON.parse(JSON.stringify(target('desk', 'webhook', changes))) as object;
    const refused = await proposeTargets([given]);
    expect(refused).toMatchObject(failure('invalid', { reason: expect.stringContaining(sentence) }));
    const entries = await database().select().from(auditLog);
    for (const { entry } of entries) expect(entry).not.toContain('secret@chat');
  });

  it('tells that the address has to be entered again once the secret of the console changed', async () => {
    const [stored] = await setTargets(target('desk'));
    changeSettings({ NEXTAUTH_SECRET: 'another-secret-of-thirty-two-characters' });
    await request().catch(() => undefined);
    expect(await proposeTargets([{ ...stored, label: 'x' }], 1)).toMatchObject({ ok: false });
  });
});

async function tried() {
  const ofTargets = eq(auditLog.subject, 'notifications');
  const rows = await database().select({ entry: auditLog.entry }).from(auditLog).where(ofTargets).orderBy(auditLog.seq);
  return rows.map(({ entry }) => {
    const { action, after } = JSON.parse(entry) as { action: string; after: object };
    return { action, ...after };
  });
}

describe('a target in force', () => {
  it('is tried by an administrator, which is recorded with the reason of a refusal', async () => {
    const [{ id } = { id: '' }] = await setTargets(target('desk'));
    caller.sessionId = sessions.admin;
    expect(await testTarget({ id })).toEqual({ ok: true, value: null });
    expect((await received()).map(({ name }) => name)).toEqual(['desk']);
    await setFault(410);
    expect(await testTarget({ id })).toEqual(failure('not-taken', { reason: 'The target is gone (410).' }));
    expect(await testTarget({ id: randomUUID() })).toEqual(failure('not-found'));
    caller.sessionId = sessions.finance;
    expect(await testTarget({ id })).toMatchObject(failure('forbidden'));
    expect((await tried()).slice(-2)).toEqual([
      { action: 'notifications.tested', targetId: id, label: 'desk' },
      { action: 'notifications.tested', targetId: id, label: 'desk', reason: 'The target is gone (410).' },
    ]);
  });

  it('gives its signing secret to administrators alone, which is recorded without the secret', async () => {
    const [{ id } = { id: '' }] = await setTargets(target('desk', 'webhook', { secrets: [1] }));
    caller.sessionId = sessions.admin;
    const secret = signingSecret(id, 1);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
    expect(await showSigningSecret({ id, generation: 1 })).toEqual({ ok: true, value: secret });
    for (const wrong of [{ id, generation: 2 }, { id: randomUUID(), generation: 1 }, { id }])
      expect(await showSigningSecret(wrong)).toEqual(failure('not-found'));
    caller.sessionId = sessions.finance;
    expect(await showSigningSecret({ id, generation: 1 })).toMatchObject(failure('forbidden'));
    expect((await tried()).at(-1)).toEqual({
      action: 'notifications.secret-shown',
      targetId: id,
      label: 'desk',
      generation: 1,
    });
    for (const { entry } of await database().select().from(auditLog)) expect(entry).not.toContain(secret);
  });
});

describe('an outgoing request', () => {
  it('is not sent to a name that has a private address, whatever it had when it was entered', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // localhost stands for any name of which the resolver gives an address of this machine.
    expect(await post(`https://localhost:${port}/x`, { body: '{}' })).toMatchObject({
      reason: expect.stringContaining('not one of the public internet'),
    });
    expect(asked).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });
});
