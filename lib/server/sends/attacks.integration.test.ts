import { createHash, randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { clearSends } from '@/scripts/testing/database/without-triggers';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, signInAs } from '@/scripts/testing/test-process';
import { untilBlocked } from '@/scripts/testing/database/until-blocked';
import { failure, surely } from '@/scripts/testing/results';
import { decide, makeAs, view } from '@/scripts/testing/data/requests';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends, stopSwitch } from '@/lib/server/database/schema/sends';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createRequest } from '@/lib/server/requests/creation/create';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { readSendingState, stopSending } from '@/lib/server/stop-switch/stop-switch';
import { sendNext } from '@/lib/server/sends/worker';
import { endSession } from '@/lib/server/auth/sessions';
import { dropToken, getToken } from '@/lib/server/transfer-service/token';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const running = setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
const admin = signedIn('admin', ['admin']);
const adminTwo = signedIn('admin-two', ['admin']);
const adminThree = signedIn('admin-three', ['admin']);
beforeEach(async () => {
  await clearSends();
  await database().update(stopSwitch).set({ isStopped: false });
});
afterEach(async () => {
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});
const make = (change: Partial<WithdrawalForm> = {}) => makeAs(finance, change);
const approve = async (id: string) => {
  await decide(one, id);
  expect(await decide(two, id)).toMatchObject({ ok: true, value: { state: 'APPROVED' } });
};
async function row(id: string) {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  if (!found) throw new Error('the send must be there');
  return found;
}

describe('an administrator who stops sending a second time', () => {
  it('keeps sending stopped: an earlier proposal to resume must not undo the stop', async () => {
    // The console stopped on its own after refused credentials.
    await database()
      .update(stopSwitch)
      .set({ isStopped: true, reason: 'The service refused the credential twice', changedBy: null });
    as(admin);
    const asked = surely(
      await propose({
        kind: 'resume-sending',
        subject: 'resume-sending',
        payload: {},
        comment: 'The credential is fixed',
      }),
    );
    as(adminThree);
    expect(await stopSending({ reason: 'Fraud: our approvers are being tricked' })).toEqual({ ok: true, value: null });
    const rows = await database().$count(
      auditLog,
      and(eq(auditLog.action, 'sending.stopped'), eq(auditLog.actorId, adminThree.person.id)),
    );
    as(adminTwo);
    await confirmProposal({ proposalId: asked.proposalId, comment: '' });
    expect(rows, 'audit entries of a stop that was reported as done').toBe(1);
    expect(await readSendingState()).toMatchObject({ isStopped: true });
  });
});

describe('a wrong withdrawal, queued behind the stop switch', () => {
  it('can be closed by two people before sending resumes', async () => {
    const id = await make();
    await approve(id);
    const token = await getToken();
    if (token.ok) dropToken(token.value);
    await running.sandbox.api.addFault({ on: 'token', kind: 'latency', ms: 300 });
    const sending = sendNext();
    await vi.waitFor(async () => expect(await row(id)).toMatchObject({ state: 'SENDING' }));
    as(admin);
    await stopSending({ reason: 'Wrong recipient' });
    await sending;
    expect(await row(id)).toMatchObject({ state: 'QUEUED', posts: 0, isAmbiguous: false }); // nothing left, for certain
    as(finance);
    const cancelled = await cancelRequest({ requestId: id });
    as(one);
    const closed = await propose({
      kind: 'resolve-send',
      subject: id,
      payload: { kind: 'close' },
      comment: 'Wrong recipient; nothing left',
    });
    await database().update(stopSwitch).set({ isStopped: false });
    await database()
      .update(sends)
      .set({ nextAt: sql`now()` });
    await sendNext();
    expect(cancelled.ok || closed.ok).toBe(true);
  });
  it('can be closed also where the requester, who alone could cancel it, is not to be trusted', async () => {
    const id = await make();
    await database().update(stopSwitch).set({ isStopped: true });
    await approve(id);
    const tries = [];
    for (const person of [one, two, admin]) {
      as(person);
      tries.push(
        await cancelRequest({ requestId: id }),
        await propose({ kind: 'resolve-send', subject: id, payload: { kind: 'close' }, comment: 'fraud' }),
      );
    }
    expect(tries.some(({ ok }) => ok)).toBe(true);
  });
});

describe('SQL with the rights of the console', () => {
  it('cannot replace the bytes of an approved request', async () => {
    const id = await make();
    await approve(id);
    const [{ refId }] = (await database()
      .select({ refId: withdrawalRequests.refId })
      .from(withdrawalRequests)
      .where(eq(withdrawalRequests.id, id))) as [{ refId: string }];
    const evil = JSON.stringify({
      ref_id: refId,
      profile_id: 'p-treasury',
      asset: 'BTC',
      crypto_network: 'BITCOIN',
      destination_address: 'bc1qevil',
      amount: '999',
    });
    // Two statements that any code or injection with the console's own rights can run.
    const swap = async () => {
      await pool().query(
        `insert into request_versions (request_id, version, form_key, body, body_sha256, recipient_key, policy_version, rule_number, required_approvals, required_role, facts)
         values ($1, 2, gen_random_uuid(), convert_to($2, 'UTF8'), $3, 'x', 1, 3, 0, 'approver', '{}')`,
        [id, evil, createHash('sha256').update(evil).digest('hex')],
      );
      await pool().query(`update withdrawal_requests set version = 2 where id = $1`, [id]);
    };
    await swap().catch(() => undefined);
    await sendNext();
    const { items } = (await running.sandbox.api.inspect(`transfers?ref_id=${refId}`)) as {
      items: { destination_address: string; amount: string }[];
    };
    expect(items.map(({ destination_address }) => destination_address)).not.toContain('bc1qevil');
  });
});

describe('a transfer of last month under the same reference, with another memo', () => {
  it('is not adopted', async () => {
    const referenceId = `rent-${randomUUID()}`;
    await running.sandbox.api.create({ ref_id: referenceId, amount: '1.5', memo: 'last month' });
    running.sandbox.clock.nowMs += 30 * 86_400_000;
    const id = await make({ referenceId, memo: 'this month' });
    await approve(id);
    await sendNext();
    const send = await row(id);
    expect(send.state).not.toBe('ACCEPTED');
  });
});

describe('the audit log', () => {
  it('cannot lose its last entry, nor the stop switch its row', async () => {
    for (const table of ['audit_head', 'stop_switch']) {
      for (const statement of [`delete from ${table}`, `truncate ${table}`])
        await expect(pool().query(statement)).rejects.toThrow('never changed or deleted');
    }
  });

  it('allows no change that it cannot record', async () => {
    const id = await make();
    const client = await pool().connect();
    // As an owner of the database could.
    await client.query('set session_replication_role = replica');
    await client.query('create table kept_head as select * from audit_head');
    await client.query('delete from audit_head');
    await expect(decide(one, id)).rejects.toThrow('took no entry');
    await client.query('insert into audit_head select * from kept_head');
    await client.query('set session_replication_role = default');
    client.release();
    expect(await view(id)).toMatchObject({ approvals: { given: 0 } });
  });
});

describe('a role', () => {
  it.each([
    // The sign-in ends the older session; should that ever fail, the role alone does not count in it.
    ['the latest sign-in no longer brought', () => signInAs('leaver', ['support']), 'signed-out'],
    [
      'is no longer the person’s',
      () => pool().query(`update people set roles = '{support}' where subject = 'leaver'`),
      'forbidden',
    ],
  ])('that %s does not count in an older session', async (_what, lose, kind) => {
    const id = await make();
    const old = await signInAs('leaver', ['approver']);
    as(old);
    const { version, bodySha256 } = await view(id);
    await lose();
    expect(
      await decideOnRequest({ requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' }),
    ).toMatchObject({ ok: false, error: { kind } });
  });
});

describe('similar requests', () => {
  it('are shown to the approver of an amended request', async () => {
    const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const id = await make({ destinationAddress: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' });
    await pool().query(`update withdrawal_requests set created_at = now() - interval '3 days' where id = $1`, [id]);
    const { refId } = await view(id);
    as(finance);
    const amended = await amendRequest({
      formKey: randomUUID(),
      requestId: id,
      basedOnVersion: 1,
      form: filledForm({ referenceId: refId, destinationAddress: address }),
    });
    expect(amended.ok).toBe(true);
    await make({ destinationAddress: address });
    const { similar } = await view(id);
    expect(similar).toHaveLength(1);
  });
});

describe('an approval', () => {
  it('that waited for a lock until after the expiry does not count', async () => {
    const id = await make();
    await decide(one, id);
    const other = await pool().connect();
    await other.query('begin');
    await other.query('select 1 from withdrawal_requests where id = $1 for update', [id]);
    const deciding = decide(two, id);
    await untilBlocked();
    await other.query('update withdrawal_requests set expires_at = clock_timestamp() where id = $1', [id]);
    await other.query('commit');
    other.release();
    expect((await deciding).ok).toBe(false);
  });
});

describe('a session that ends while a request is being made', () => {
  it('makes no request', async () => {
    const other = await pool().connect();
    const leaver = await signInAs('finance-leaver', ['finance']);
    await other.query('begin');
    await other.query('lock table request_versions in access exclusive mode');
    as(leaver);
    const referenceId = `t-${randomUUID()}`;
    const making = createRequest({ formKey: randomUUID(), form: filledForm({ referenceId }) });
    await untilBlocked();
    await endSession(leaver.sessionId, null);
    await other.query('rollback');
    other.release();
    const made = await making;
    await sendNext();
    expect(made).toEqual(failure('signed-out'));
    expect(await running.sandbox.api.countByRefId(referenceId)).toBe(0);
  });
});
