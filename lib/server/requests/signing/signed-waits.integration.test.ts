import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { PolicyRule } from '@/lib/policy/rules';
import { type EvidenceFinding, verifyEvidence } from '@/lib/proof/evidence/verify-evidence';
import { pool } from '@/lib/server/database/client';
import { exportEvidence } from '@/lib/server/evidence/export';
import { currentPolicy } from '@/lib/server/policy/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { sendNext } from '@/lib/server/sends/worker';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { filledForm } from '@/scripts/stack/filled-form';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { moveClock } from '@/scripts/testing/database/move-clock';
import {
  createSigner,
  enrol,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { clearSends, withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { decideSigned, viewAs } from '@/scripts/testing/data/requests';

// Withdrawals that wait where every decision is signed: signatures outlast it, and nobody signs in another role.

const running = setUpTestConsole({
  CONSOLE_WORKERS: 'off',
  NEXTAUTH_URL: 'http://localhost:3000',
  CONSOLE_PROOF: 'required',
});

const DAY_MS = 86_400_000;
let administrators: Awaited<ReturnType<typeof setUpKeyList>>;
let finance: SigningPerson;
let approver: SigningPerson;
/** Each test has a profile of its own, so that the requests of the others count in none of its limits. */
let profileId: string;

beforeAll(async () => {
  administrators = await setUpKeyList();
  finance = await enrol(await createSigner('finance'), administrators);
  approver = await enrol(await createSigner('approver'), administrators);
});
beforeEach(async () => {
  profileId = randomUUID();
  await clearSends();
  await completeMirror();
});

/** Has both administrators sign a policy: a limit by profile, and one approval for everything. */
async function limit(overTime: PolicyRule['when']['overTime'], then: PolicyRule['then']): Promise<void> {
  const rules = [
    { name: 'Limit', when: { overTime }, then },
    { name: randomUUID(), when: {}, then: { kind: 'approve', count: 1 } },
  ];
  const change = {
    kind: 'policy',
    subject: 'policy',
    payload: { basedOn: (await currentPolicy()).version, value: rules },
  };
  const [ada, ben] = administrators;
  const { proposalId } = surely(await signAs(ada, (signed) => propose({ ...change, comment: 'agreed', ...signed })));
  surely(await signAs(ben, (signed) => confirmProposal({ proposalId, comment: '', ...signed })));
}

async function create(value = '1'): Promise<string> {
  const form = filledForm({ profileId, value, destinationAddress: `0x${randomBytes(20).toString('hex')}` });
  const formKey = randomUUID();
  return surely(await signAs(finance, (signed) => createRequest({ formKey, form, ...signed }))).requestId;
}

const view = (requestId: string) => viewAs(finance, requestId);

async function approve(requestId: string): Promise<void> {
  surely(await decideSigned(approver, requestId));
}

async function leavesAt(requestId: string): Promise<Date> {
  const { rows } = await pool().query<{ at: Date }>(
    'select not_before as at from request_versions where request_id = $1',
    [requestId],
  );
  return rows[0]!.at;
}

it(
  'lets a withdrawal leave days later with what was signed before, and evidence holds',
  { timeout: 120_000 },
  async () => {
    await limit(
      { window: { kind: 'hours', hours: 120 }, by: ['profile'], limit: { kind: 'count', limit: 1 } },
      { kind: 'wait' },
    );
    await create();
    const [requestId, tooLate] = [await create(), await create()];
    const at = await leavesAt(requestId);
    expect(at.getTime() - Date.now()).toBeGreaterThan(4 * DAY_MS);
    expect((await view(requestId)).expiresAt > new Date(at.getTime() + DAY_MS - 60_000).toISOString()).toBe(true);
    for (const id of [requestId, tooLate]) await approve(id);
    const moment = new Date(at.getTime() + 3_600_000);
    const late = new Date((await leavesAt(tooLate)).getTime() + DAY_MS + 3_600_000);
    try {
      await moveClock(moment);
      await completeMirror(moment);
      expect(await claimSend()).toMatchObject({ requestId });
      await moveClock(late);
      await completeMirror(late);
      expect(await claimSend()).toBeUndefined();
    } finally {
      await moveClock();
    }
    expect((await view(tooLate)).state).toBe('AWAITING_APPROVAL');
    await withoutTriggers((transaction) =>
      transaction.execute(`update send_attempts set started_at = '${moment.toISOString()}'`),
    );
    expect(await verify(requestId)).toMatchObject({ holds: true, withdrawals: 1 });
  },
);

it('expires what only an administrator may approve by now: the approver signed in another role', async () => {
  await limit(
    { window: { kind: 'hours', hours: 24 }, by: ['profile'], limit: { kind: 'sum', limits: { ETH: '10' } } },
    { kind: 'approve', count: 1, role: 'admin' },
  );
  const requestId = await create('6');
  await approve(requestId);
  await storeRecords([
    withdrawalRecord({
      profile_id: profileId,
      amount: '6',
      total: '6',
      destination_address: `0x${randomBytes(20).toString('hex')}`,
      created_at: new Date(Date.now() - 3_600_000).toISOString(),
      updated_at: new Date().toISOString(),
    }),
  ]);
  // Who owns the database could say of the vote that it was an administrator's.
  await withoutTriggers((transaction) =>
    transaction.execute(`update decisions set roles = '{approver,admin}' where request_id = '${requestId}'`),
  );
  expect(await claimSend()).toBeUndefined();
  expect(await view(requestId)).toMatchObject({
    state: 'EXPIRED',
    send: null,
    returnReason: expect.stringContaining('approvals of the role admin'),
  });
});

it('queues a withdrawal that lacked data again by two signatures, and evidence holds', async () => {
  profileId = 'p-ops';
  await limit(
    { window: { kind: 'hours', hours: 24 }, by: ['profile'], limit: { kind: 'count', limit: 100 } },
    { kind: 'wait' },
  );
  const requestId = await create();
  await approve(requestId);
  const missing = { kind: 'error', status: 403, type: 'travel-rule-information-required' };
  await running.sandbox.api.addFault({ on: 'create', times: 1, ...missing });
  expect(await sendNext()).toBe(1);
  expect((await view(requestId)).send?.state).toBe('REFUSED');
  await walkMirror();
  const [ada, ben] = administrators;
  const change = { kind: 'resolve-send', subject: requestId, payload: { kind: 'send-again' }, comment: 'saved' };
  as(ada);
  expect(await propose(change)).toMatchObject({ error: { kind: 'unsigned' } });
  const { proposalId } = surely(await signAs(ada, (signed) => propose({ ...change, ...signed })));
  as(ben);
  expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ error: { kind: 'unsigned' } });
  expect((await view(requestId)).send?.state).toBe('REFUSED');
  surely(await signAs(ben, (signed) => confirmProposal({ proposalId, comment: '', ...signed })));
  const { rows } = await pool().query<{ kind: string }>(
    'select kind from proposal_signatures join proof_entries using (root, position) where proposal_id = $1',
    [proposalId],
  );
  expect(rows).toEqual([{ kind: 'send.resolve' }, { kind: 'send.resolve' }]);
  expect(await sendNext()).toBe(1);
  expect((await view(requestId)).send?.state).toBe('ACCEPTED');
  expect(await verify(requestId)).toMatchObject({ holds: true, withdrawals: 1 });
});

async function verify(requestId: string) {
  as(await signInAs('auditor', ['auditor']));
  const { stream } = surely(await exportEvidence({ kind: 'request', id: requestId }));
  const lines = (await new Response(stream).text()).trim().split('\n');
  const { rows } = await pool().query<{ fingerprint: string }>('select fingerprint from proof_roots order by at');
  const findings: EvidenceFinding[] = [];
  const verified = verifyEvidence(toAsync(lines), rows.at(-1)?.fingerprint ?? '');
  for (;;) {
    const next = await verified.next();
    if (next.done) return { ...next.value, findings };
    findings.push(next.value);
  }
}

async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
