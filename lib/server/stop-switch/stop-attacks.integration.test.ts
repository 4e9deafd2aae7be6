import { beforeEach, describe, expect, it } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { changeSettings, setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import type { Role } from '@/lib/identity/roles';
import { inTransaction, pool } from '@/lib/server/database/client';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { readSendingState, stopAutomatically, stopSending } from '@/lib/server/stop-switch/stop-switch';

setUpTestDatabase();

const as = async (subject: string, roles: Role[]) => {
  ({ sessionId: caller.sessionId } = await signInAs(subject, roles));
};
const proposeResuming = () =>
  propose({ kind: 'resume-sending', subject: 'resume-sending', payload: {}, comment: 'The cause is found.' });

const proposeSurely = async () => surely(await proposeResuming()).proposalId;

beforeEach(async () => {
  await pool().query(`update stop_switch set is_stopped = false, reason = '', changed_by = null`);
  await pool().query(`update proposals set state = 'VOID' where state = 'OPEN'`);
});

describe('stopping all sending', () => {
  it.each(['finance', 'approver', 'support', 'admin'] as const)(
    'takes one person with the role %s, and two administrators resume',
    async (role) => {
      await as(`one-${role}`, [role]);
      expect(await stopSending({ reason: 'A payment that nobody knows.' })).toEqual({ ok: true, value: null });
      expect(await readSendingState()).toMatchObject({
        isStopped: true,
        reason: 'A payment that nobody knows.',
        by: `one-${role}`,
      });
      if (role !== 'admin') expect(await proposeResuming()).toMatchObject({ error: { kind: 'forbidden' } });
      await as('admin-one', ['admin']);
      const proposalId = await proposeSurely();
      expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ error: { kind: 'not-now' } });
      for (const other of ['finance', 'approver', 'support'] as const) {
        await as(`two-${other}`, [other]);
        expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ error: { kind: 'forbidden' } });
      }
      expect(await readSendingState()).toMatchObject({ isStopped: true });
      await as('admin-two', ['admin']);
      expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ ok: true });
      expect(await readSendingState()).toMatchObject({ isStopped: false });
    },
  );

  it('is denied without a role and without a session, and needs a reason', async () => {
    await as('nobody', []);
    expect(await stopSending({ reason: 'No role.' })).toMatchObject({ error: { kind: 'forbidden' } });
    caller.sessionId = undefined;
    expect(await stopSending({ reason: 'No session.' })).toEqual(failure('signed-out'));
    await as('support', ['support']);
    expect(await stopSending({ reason: ' ' })).toMatchObject({ error: { kind: 'invalid' } });
    expect(await readSendingState()).toMatchObject({ isStopped: false });
  });

  it('again keeps sending stopped where two administrators were about to resume it', async () => {
    await as('admin-one', ['admin']);
    await stopSending({ reason: 'First.' });
    const proposalId = await proposeSurely();
    await as('support', ['support']);
    await stopSending({ reason: 'Another one was paid.' });
    await as('admin-two', ['admin']);
    expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ error: { kind: 'not-possible' } });
    expect(await readSendingState()).toMatchObject({ isStopped: true, by: 'support' });
  });

  it('is limited to a few times a minute, and sending then stays stopped', async () => {
    changeSettings({ CONSOLE_LIMITS: 'normal' });
    await as('busy', ['support']);
    const outcomes = [];
    for (let turn = 0; turn < 9; turn += 1) outcomes.push(await stopSending({ reason: `Again ${turn}` }));
    expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(6);
    expect(outcomes.at(-1)).toMatchObject({ error: { kind: 'too-many' } });
    expect(await readSendingState()).toMatchObject({ isStopped: true });
  });
});

const stopByConsole = (reason: string) => inTransaction((transaction) => stopAutomatically(transaction, reason));

describe('a reason of the console itself', () => {
  it('is shown beside a reason of a person, and ends a proposal that was made without it', async () => {
    await as('finance', ['finance']);
    await stopSending({ reason: 'Maintenance.' });
    await as('admin-one', ['admin']);
    const proposalId = await proposeSurely();
    await stopByConsole('Two transfers have one reference.');
    await stopByConsole('Two transfers have one reference.');
    expect(await readSendingState()).toMatchObject({
      isStopped: true,
      reason: 'Two transfers have one reference. Maintenance.',
      by: null,
    });
    await as('admin-two', ['admin']);
    expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ ok: false });
    expect(await readSendingState()).toMatchObject({ isStopped: true });
  });

  it('ends a proposal also where it is the same again, for something new', async () => {
    const reason = 'Two transfers have one reference.';
    const stopAnew = () => inTransaction((transaction) => stopAutomatically(transaction, reason, { isNew: true }));
    await stopAnew();
    await as('admin-one', ['admin']);
    const proposalId = await proposeSurely();
    await stopAnew();
    await as('admin-two', ['admin']);
    expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ ok: false });
    expect(await readSendingState()).toMatchObject({ isStopped: true, reason });
  });

  it('is not hidden by a person who stops sending again', async () => {
    await stopByConsole('Two transfers have one reference.');
    await as('support', ['support']);
    await stopSending({ reason: 'A customer calls.' });
    expect(await readSendingState()).toMatchObject({
      reason: 'A customer calls. Two transfers have one reference.',
      by: 'support',
    });
  });
});
