import { beforeEach, describe, expect, it } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { pool } from '@/lib/server/database/client';
import { flushDeniedAttempts, recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';
import { recordSignInFailure, recordFailedSignIn } from '@/lib/server/sign-in/sign-in-failures';
import { createRequest } from '@/lib/server/requests/creation/create';

setUpTestConsole();
let lastSeq = 0;

beforeEach(async () => {
  await pool().query('delete from refusals');
  const { rows } = await pool().query<{ seq: number }>('select seq::int from audit_head');
  lastSeq = rows[0]?.seq ?? 0;
});

async function readEntries(): Promise<AuditEntry[]> {
  const { rows } = await pool().query<{ entry: string }>('select entry from audit_log where seq > $1 order by seq', [
    lastSeq,
  ]);
  return rows.map(({ entry }) => JSON.parse(entry) as AuditEntry);
}

const letAMinutePass = () => pool().query(`update refusals set written_at = written_at - interval '1 minute'`);
const entry = {
  action: 'session.refused',
  actor: null,
  subject: 'sign-in',
  origin: null,
  after: { cause: 'other' },
} as const;

describe('a denied attempt', () => {
  it('is recorded once a minute for each key, and the next entry has the number in between', async () => {
    for (let times = 0; times < 5; times += 1) await recordDeniedAttempt('one', entry);
    await recordDeniedAttempt('other', entry);
    expect(await readEntries()).toEqual([entry, entry]);
    await letAMinutePass();
    await recordDeniedAttempt('one', entry);
    await recordDeniedAttempt('other', entry);
    expect((await readEntries()).slice(2)).toEqual([{ ...entry, after: { cause: 'other', unwritten: 4 } }, entry]);
  });

  it('is counted exactly when many come at once', async () => {
    await Promise.all(Array.from({ length: 40 }, () => recordDeniedAttempt('one', entry)));
    await letAMinutePass();
    expect(await flushDeniedAttempts()).toBe(1);
    expect(await readEntries()).toEqual([entry, { ...entry, after: { cause: 'other', unwritten: 39 } }]);
    expect(await flushDeniedAttempts()).toBe(0);
  });

  it('without repetition leaves no entry about a number, and its count is deleted after a minute', async () => {
    await recordDeniedAttempt('one', entry);
    expect(await flushDeniedAttempts()).toBe(0);
    await letAMinutePass();
    expect(await flushDeniedAttempts()).toBe(1);
    expect(await readEntries()).toEqual([entry]);
  });

  it('without the required role is recorded once a minute for each capability', async () => {
    ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
    for (let times = 0; times < 3; times += 1) await createRequest({});
    const denied = (await readEntries()).filter(({ action }) => action === 'access.refused');
    expect(denied).toMatchObject([
      { actor: { name: 'support' }, after: { capability: 'makeWithdrawal' }, origin: { address: '10.0.0.9' } },
    ]);
  });
});

describe('a failed sign-in', () => {
  const origin = { address: '10.0.0.7', agent: 'test' };
  const failWith = (...messages: string[]) =>
    recordFailedSignIn(origin, async () => {
      for (const message of messages) recordSignInFailure(new Error(message));
      return Response.json({});
    });

  it('is recorded with its origin and first cause, and without any text of the request', async () => {
    await failWith('state mismatch, expected CANARY-1, got: CANARY-2', 'CANARY-3');
    await failWith('access_denied (CANARY-4)');
    const entries = await readEntries();
    expect(entries).toMatchObject([
      { action: 'session.refused', actor: null, origin, after: { cause: 'state' } },
      { action: 'session.refused', origin, after: { cause: 'refused', code: 'access_denied' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('CANARY');
  });

  it('cannot fill the audit log', async () => {
    for (let times = 0; times < 20; times += 1) await failWith('state missing from the response');
    expect(await readEntries()).toHaveLength(1);
  });

  it('is separate from concurrent sign-ins, and a successful one records no failure', async () => {
    await Promise.all([failWith('state missing from the response'), failWith()]);
    expect(await readEntries()).toHaveLength(1);
  });

  it('is answered even if recording it fails', async () => {
    await pool().query('alter table refusals rename to refusals_gone');
    try {
      expect((await failWith('CANARY')).response.ok).toBe(true);
    } finally {
      await pool().query('alter table refusals_gone rename to refusals');
    }
  });
});
