// A backup is restored and after-restore has run; the service, without replay protection, has what was paid since.
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetSingletons } from '@/scripts/testing/singletons';
import { provideSettings } from '@/lib/server/config/settings';
import { caller } from '@/scripts/testing/people/caller';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import type { Role } from '@/lib/identity/roles';
import { database, pool } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { amendRequest, readAmendable } from '@/lib/server/requests/creation/amend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { settleAfterRestore } from '@/lib/server/sends/after-restore';
import { readSendsOverview } from '@/lib/server/sends/overview';
import { sendNext } from '@/lib/server/sends/worker';
import { isStopped } from '@/lib/server/stop-switch/stop-switch';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { clearMirror } from '@/scripts/testing/mirror/mirror-records';
import { failure, surely } from '@/scripts/testing/results';
import { view } from '@/scripts/testing/data/requests';

const running = setUpTestConsole();
let bare: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  bare = await startForTest({ settleMs: 8000, refId: 'none' }, Date.now());
});
beforeEach(() => changeSettings({ TRANSFER_SERVICE_URL: bare.url, TRANSFER_SERVICE_AUTH_URL: bare.url }));
afterAll(() => bare.remove());

/** Signs a person in again: after-restore ends all sessions. */
async function as(subject: string, role: Role): Promise<void> {
  ({ sessionId: caller.sessionId } = await signInAs(subject, [role]));
}

async function make(form = filledForm()): Promise<string> {
  await as('finance', 'finance');
  return surely(await createRequest({ formKey: randomUUID(), form })).requestId;
}

async function approve(id: string) {
  let last;
  for (const approver of ['approver-one', 'approver-two']) {
    await as(approver, 'approver');
    const { version, bodySha256 } = await view(id);
    last = await decideOnRequest({ requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' });
  }
  return last;
}

/** Pays a request as it was paid after the backup: by the lost database's console, which this one knows nothing of. */
async function payBehindBackup(id: string): Promise<string> {
  const [version] = await database()
    .select({ body: requestVersions.body })
    .from(requestVersions)
    .where(eq(requestVersions.requestId, id));
  const answer = await bare.api.post(version?.body.toString());
  return ((await answer.json()) as { id: string }).id;
}

async function restore() {
  await clearMirror();
  const url = running.databaseUrl;
  await resetSingletons();
  // A connection that was ended takes a moment to leave the server.
  await vi.waitFor(() => settleAfterRestore(url, { quietMs: 300_000 }), { timeout: 5_000 });
  provideSettings(running.settings);
  changeSettings({ TRANSFER_SERVICE_URL: bare.url, TRANSFER_SERVICE_AUTH_URL: bare.url });
}

async function resume() {
  await as('admin', 'admin');
  const proposed = await propose({
    kind: 'resume-sending',
    subject: 'resume-sending',
    payload: {},
    comment: 'The restore is done',
  });
  if (!proposed.ok) return proposed;
  await as('admin-two', 'admin');
  return confirmProposal({ proposalId: proposed.value.proposalId, comment: '' });
}

describe('a request that was approved and paid after the backup', () => {
  it('is never paid again: it can be neither amended nor approved, by people or SQL', async () => {
    const form = filledForm();
    const id = await make(form);
    const { refId } = await view(id);
    await payBehindBackup(id);
    await restore();

    await as('finance', 'finance');
    const amended = await amendRequest({ formKey: randomUUID(), requestId: id, basedOnVersion: 1, form });
    const approved = await approve(id);
    await pool()
      .query('update stop_switch set is_stopped = false')
      .catch(() => undefined);
    await sendNext();
    expect(await bare.api.countByRefId(refId)).toBe(1);
    expect(amended).toMatchObject({ ok: false, error: { reason: expect.stringContaining('request it again') } });
    expect(approved).toMatchObject({ ok: false, error: { reason: expect.stringContaining('before the database') } });

    for (const statement of [
      `update withdrawal_requests set state = 'AWAITING_APPROVAL' where id = $1`,
      `update withdrawal_requests set state = 'APPROVED' where id = $1`,
      `update withdrawal_requests set version = 2 where id = $1`,
      `update withdrawal_requests set epoch = 99 where id = $1`,
      `insert into sends (request_id) values ($1)`,
    ])
      await expect(pool().query(statement, [id])).rejects.toThrow(/requested anew|exchanged|never changes|refused/);
    await expect(pool().query('delete from restore_epochs')).rejects.toThrow('never changed or deleted');
  });

  it('is requested anew, with a new reference and the earlier one in its note', async () => {
    const id = await make();
    const { refId } = await view(id);
    await restore();
    await as('finance', 'finance');
    expect(await readAmendable(id)).toMatchObject(failure('not-now'));
    expect(await view(id)).toMatchObject({ isBeforeRestore: true, denialReason: { amend: expect.any(String) } });
    const start = await readStart({ request: id });
    if (start === undefined || start === 'not-found') throw new Error('it must be possible to repeat the request');
    expect(start.form).toMatchObject({ referenceId: '', note: expect.stringContaining(refId) });
    const anew = await make({ ...start.form, referenceId: `anew-${randomUUID()}` });
    expect(await view(anew)).toMatchObject({ isBeforeRestore: false, state: 'AWAITING_APPROVAL' });
    expect(await approve(anew)).toMatchObject({ ok: true, value: { state: 'APPROVED' } });
  });
});

describe('sending that was stopped by a restore', () => {
  it('resumes only after a full check of all transfers that began after the restore', async () => {
    await walkMirror();
    await restore();
    const early = await resume();
    await expect(pool().query('update stop_switch set is_stopped = false')).rejects.toThrow('after a full check');
    expect(await isStopped()).toBe(true);
    expect(early).toMatchObject({ ok: false, error: { reason: expect.stringContaining('0 read so far') } });
    expect(await readSendsOverview()).toMatchObject({ ok: true, value: { restore: { isComplete: false } } });
    await walkMirror();
    expect(await resume()).toMatchObject({ ok: true });
    expect(await isStopped()).toBe(false);
  });
});

describe('a send from before a restore', () => {
  it('is ambiguous, also where SQL says otherwise, so that the mirror is asked before it is posted', async () => {
    const id = await make();
    await approve(id);
    const { refId } = await view(id);
    const transferId = await payBehindBackup(id);
    await restore();
    await walkMirror();
    await pool().query('update stop_switch set is_stopped = false');
    await pool().query(
      `update sends set state = 'QUEUED', is_ambiguous = false, next_at = now() - interval '1 day' where request_id = $1`,
      [id],
    );
    const [send] = await database().select().from(sends).where(eq(sends.requestId, id));
    expect(send).toMatchObject({ state: 'QUEUED', isAmbiguous: true });
    expect(await sendNext()).toBe(0);
    expect(await bare.api.countByRefId(refId)).toBe(1);
    await as('approver-one', 'approver');
    expect(await view(id)).toMatchObject({ send: { state: 'UNKNOWN' }, mirroredId: transferId });
    expect(await database().$count(withdrawalRequests, eq(withdrawalRequests.epoch, 0))).toBeGreaterThan(0);
  });
});
