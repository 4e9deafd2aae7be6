import { describeFinding } from '@/lib/proof/evidence/describe-finding';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { eq, sql } from 'drizzle-orm';
import type { PolicyRule } from '@/lib/policy/rules';
import { type EvidenceFinding, type EvidenceVerdict, verifyEvidence } from '@/lib/proof/evidence/verify-evidence';
import { rejectItems } from '@/lib/requests/bundles/cover-items';
import { pool } from '@/lib/server/database/client';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { exportEvidence } from '@/lib/server/evidence/export';
import type { EvidenceScope } from '@/lib/server/evidence/write';
import { currentPolicy } from '@/lib/server/policy/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { decideOnBundle } from '@/lib/server/requests/bundles/decide';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readRequest } from '@/lib/server/requests/lists/read';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { samplePdf } from '@/scripts/stack/sample-files';
import { uploadFile } from '@/scripts/testing/data/upload';
import { EVERY_MEMBER, fillEveryField } from '@/scripts/testing/data/every-member';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { filledForm } from '@/scripts/stack/filled-form';
import {
  createSigner,
  enrol,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { makeSigned } from '@/scripts/testing/data/requests';

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000' });

let finance: SigningPerson;
let approvers: SigningPerson[];
let administrators: Awaited<ReturnType<typeof setUpKeyList>>;
let auditor: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  auditor = await signInAs('auditor', ['auditor']);
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
// A comment that would break a file, a terminal or a sheet.
const COMMENT = '=cmd|x \u202eabc\n"}';

async function approve(people: readonly SigningPerson[], note = ''): Promise<string> {
  const requestId = await makeSigned(finance, { destinationAddress: newAddress(), note });
  await approveOne(requestId, people);
  return requestId;
}

async function approveOne(requestId: string, people: readonly SigningPerson[]): Promise<void> {
  const { version, bodySha256 } = surely(await readRequest(requestId));
  const vote = { requestId, version, bodySha256, verdict: 'APPROVED', comment: COMMENT, chosenAddress: '' };
  for (const person of people) surely(await signAs(person, (signed) => decideOnRequest({ ...vote, ...signed })));
}

/** Claims whatever is due, and gives the requests whose send was claimed. */
async function claimAll(): Promise<string[]> {
  const claimed: string[] = [];
  for (;;) {
    const { rows } = await pool().query(`select from sends where state = 'QUEUED' and next_at <= now()`);
    if (rows.length === 0) return claimed;
    const claim = await claimSend();
    if (claim) claimed.push(claim.requestId);
  }
}

/** Has two administrators sign a policy of one rule. */
async function signPolicy(rule: PolicyRule): Promise<void> {
  const { version } = await currentPolicy();
  const change = { kind: 'policy', subject: 'policy', payload: { basedOn: version, value: [rule] }, comment: 'x' };
  const [one, two] = administrators;
  const { proposalId } = surely(await signAs(one, (signed) => propose({ ...change, ...signed })));
  surely(await signAs(two, (signed) => confirmProposal({ proposalId, comment: '', ...signed })));
}

/** Downloads evidence and verifies it under the root in force. */
async function verify(scope: EvidenceScope): Promise<EvidenceVerdict & { text: string; raw: string }> {
  const { stream } = surely(await exportEvidence(scope));
  const raw = await new Response(stream).text();
  const lines = raw.trim().split('\n');
  const root = await pool().query<{ fingerprint: string }>('select fingerprint from proof_roots');
  const findings: EvidenceFinding[] = [];
  const verified = verifyEvidence(toAsync(lines), root.rows[0]?.fingerprint ?? '');
  for (;;) {
    const next = await verified.next();
    if (next.done) return { ...next.value, text: findings.map(write).join('\n'), raw };
    findings.push(next.value);
  }
}

async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

function write(finding: EvidenceFinding): string {
  if (finding.kind === 'withdrawal') return describeFinding(finding).join('\n');
  if (finding.kind === 'refused') return `refused ${finding.refusal.name}`;
  return finding.kind === 'stated' ? finding.text : `chain of ${finding.entries}`;
}

it('is refused while nothing can be signed', async () => {
  as(auditor);
  expect(await exportEvidence({ kind: 'period', from: new Date(0), to: new Date() })).toMatchObject({
    error: { kind: 'failed', status: 409 },
  });
});

describe('evidence', () => {
  beforeAll(async () => {
    administrators = await setUpKeyList();
    finance = await enrol(await createSigner('finance'), administrators);
    approvers = [];
    for (let count = 0; count < 2; count += 1)
      approvers.push(await enrol(await createSigner('approver'), administrators));
  });

  it('of a request that was signed and claimed verifies, and says who decided what', async () => {
    const requestId = await approve(approvers, 'Invoice 1');
    expect(await claimSend()).toMatchObject({ requestId });
    as(auditor);
    const { holds, text } = await verify({ kind: 'request', id: requestId });
    expect(text).not.toContain('refused');
    expect(holds).toBe(true);
    expect(text).toContain(`(request ${requestId}, version 1): 1.5 ETH to 0x`);
    expect(text.match(/approved the withdrawal as approver/g)).toHaveLength(2);
    expect(text).toContain('requested the withdrawal as finance');
    expect(text).toContain('Stated by the console, not signed: posted');
    expect(text).toMatch(/The audit log from entry \d+ to \d+ is a chain/);
  });

  it('holds every member of a request as it is sent', async () => {
    const form = { formKey: randomUUID(), form: fillEveryField() };
    const { requestId } = surely(await signAs(finance, (signed) => createRequest({ ...form, ...signed })));
    as(auditor);
    const { stream } = surely(await exportEvidence({ kind: 'request', id: requestId }));
    const lines = (await new Response(stream).text()).trim().split('\n');
    const record = lines.map((line) => JSON.parse(line) as { type: string; bytes?: string }).find((one) => one.bytes);
    expect(JSON.parse(record?.bytes ?? '')).toEqual({
      ...EVERY_MEMBER,
      ref_id: form.form.referenceId,
      amount: '12.5',
    });
  });

  it('names the files under a request, and not what stands in them', async () => {
    as(finance);
    const { id, sha256 } = await uploadFile('invoice.pdf', samplePdf('SECRET'));
    const form = { formKey: randomUUID(), form: filledForm({ destinationAddress: newAddress() }), attachmentIds: [id] };
    const { requestId } = surely(await signAs(finance, (signed) => createRequest({ ...form, ...signed })));
    await approveOne(requestId, approvers);
    expect(await claimSend()).toMatchObject({ requestId });
    as(auditor);
    const { holds, text } = await verify({ kind: 'request', id: requestId });
    expect([holds, text]).toEqual([
      true,
      expect.stringContaining(`“invoice.pdf”, ${samplePdf('SECRET').length} bytes, SHA-256 ${sha256}`),
    ]);
    expect(text).not.toContain('SECRET');
  });

  it('of a request that one of two approved holds, and is no withdrawal', async () => {
    const requestId = await approve(approvers.slice(0, 1));
    as(auditor);
    expect(await verify({ kind: 'request', id: requestId })).toMatchObject({
      holds: true,
      withdrawals: 0,
      unapproved: 1,
    });
  });

  it('of a request that was rejected says who signed that, and that a request was not approved', async () => {
    const requestId = await approve(approvers.slice(0, 1));
    const [, second] = approvers;
    const { version, bodySha256 } = surely(await readRequest(requestId));
    const vote = { requestId, version, bodySha256, verdict: 'REJECTED', comment: COMMENT, chosenAddress: '' };
    surely(await signAs(second!, (signed) => decideOnRequest({ ...vote, ...signed })));
    as(auditor);
    const { text, raw: _raw, ...verdict } = await verify({ kind: 'request', id: requestId });
    expect(verdict).toEqual({ holds: true, withdrawals: 0, unapproved: 1 });
    expect(text).toContain('rejected the withdrawal as approver');
    expect(text).not.toContain('Stated by the console: rejected by');
  });

  it('of one request counts what was taken back of others, and of a period names it', async () => {
    const other = await approve(approvers.slice(0, 1));
    const { version, bodySha256 } = surely(await readRequest(other));
    const vote = { requestId: other, version, bodySha256, verdict: 'REJECTED', comment: COMMENT, chosenAddress: '' };
    surely(await signAs(approvers[1]!, (signed) => decideOnRequest({ ...vote, ...signed })));
    const requestId = await approve(approvers);
    as(finance);
    const { text, raw, ...verdict } = await verify({ kind: 'request', id: requestId });
    expect(verdict).toEqual({ holds: true, withdrawals: 1, unapproved: 0 });
    expect([raw.includes(other), raw.includes(bodySha256)]).toEqual([false, false]);
    expect(text).toMatch(/2 statements that took back a request, an approval or a planned payment are here by hash/);
    const own = await verify({ kind: 'request', id: other });
    expect([own.raw.includes(other), own.text.includes('rejected the withdrawal as approver')]).toEqual([true, true]);
    expect(own.text).toMatch(/1 statement that took back/);
    as(auditor);
    const period = { kind: 'period', from: new Date(0), to: new Date(Date.now() + 60_000) } as const;
    expect((await verify(period)).text).not.toContain('here by hash alone');
    await putRightsInForce([{ may: 'see', who: auditor.person.id, profiles: ['p-other'] }]);
    const limited = await verify(period);
    await putRightsInForce([]);
    // A person who reads the audit log reads all of it; the chain is as for anyone who does not see the profile.
    const chain = limited.raw.split('\n').filter((line) => !line.includes('"type":"audit"'));
    expect([chain.join().includes(other), chain.join().includes(bodySha256)]).toEqual([false, false]);
    expect(limited.text).toMatch(/2 statements that took back/);
  });

  it('of a batch says who rejected rows of it by one signature', async () => {
    const items = ['1', '2', '3'].map((value) => filledForm({ destinationAddress: newAddress(), value }));
    const batch = { batchKey: randomUUID(), name: 'Payroll', items };
    const { bundleId } = surely(await signAs(finance, (signed) => createBatch({ ...batch, ...signed })));
    as(approvers[0]);
    const rows = await rejectItems(surely(await readBatch(bundleId)).items.slice(1));
    const said = { bundleId, verdict: 'REJECTED', comment: COMMENT, ...rows };
    surely(await signAs(approvers[0]!, (signed) => decideOnBundle({ ...said, ...signed })));
    as(auditor);
    const { text, raw: _raw, ...verdict } = await verify({ kind: 'batch', id: bundleId });
    expect(verdict).toEqual({ holds: true, withdrawals: 0, unapproved: 3 });
    expect(text.match(/rejected the withdrawal as approver/g)).toHaveLength(2);
    expect(text).not.toContain('Stated by the console: rejected by');
  });

  it('says by name what nobody signed', async () => {
    const unsigned = await createSigner('approver');
    const requestId = await approve([unsigned]);
    as(auditor);
    expect(await verify({ kind: 'request', id: requestId })).toMatchObject({
      holds: false,
      text: expect.stringContaining('refused unsigned') as string,
    });
  });

  it('refuses bytes that the owner of the database changed', async () => {
    const requestId = await approve(approvers);
    await withoutTriggers(async (transaction) => {
      const ofRequest = eq(requestVersions.requestId, requestId);
      const [row] = await transaction.select({ body: requestVersions.body }).from(requestVersions).where(ofRequest);
      const body = Buffer.from(row?.body.toString('utf8').replace('"1.5"', '"9.5"') ?? '', 'utf8');
      const bodySha256 = createHash('sha256').update(body).digest('hex');
      await transaction.update(requestVersions).set({ body, bodySha256 }).where(ofRequest);
    });
    as(auditor);
    expect(await verify({ kind: 'request', id: requestId })).toMatchObject({
      holds: false,
      text: expect.stringContaining('refused other-bytes') as string,
    });
  });

  it('of a test payment with its remainder verifies, with the lists that one signature covers', async () => {
    const form = {
      formKey: randomUUID(),
      form: filledForm({ value: '10', testAmount: '1', destinationAddress: newAddress() }),
    };
    const { requestId } = surely(await signAs(finance, (signed) => createTestPayment({ ...form, ...signed })));
    const { bundle } = surely(await readRequest(requestId));
    if (bundle?.kind !== 'test-payment') throw new Error('a test payment has a remainder');
    const decision = { bundleId: bundle.id, bundleSha256: bundle.sha256, verdict: 'APPROVED', comment: '', totals: {} };
    for (const person of approvers)
      surely(await signAs(person, (signed) => decideOnBundle({ ...decision, ...signed })));
    as(auditor);
    const { holds, text } = await verify({ kind: 'batch', id: bundle.id });
    expect(text).not.toContain('refused');
    expect(holds).toBe(true);
    expect(text.match(/requested the batch as finance/g)).toHaveLength(2);
  });

  it('names both policies where another one came into force before it left, and refuses what that one does not allow', async () => {
    const requestId = await approve(approvers);
    await signPolicy({ name: 'Both', when: {}, then: { kind: 'approve', count: 2 } });
    expect(await claimAll()).toContain(requestId);
    as(auditor);
    const { holds, text } = await verify({ kind: 'request', id: requestId });
    expect(text).not.toContain('refused');
    expect(holds).toBe(true);
    expect(text).toMatch(
      /Version \d+ of the policy \([0-9a-f]{64}\), in force when the withdrawal left, counts as well/,
    );
    // As if it had left under a later policy, which allows nothing: the console does not claim that.
    const closed = await approve(approvers);
    await signPolicy({ name: 'Closed', when: {}, then: { kind: 'refuse', reason: 'Closed' } });
    expect(await claimAll()).toEqual([]);
    await withoutTriggers(async (transaction) => {
      await transaction.execute(sql`update sends set state = 'SENDING', hold = null where request_id = ${closed}`);
      await transaction.execute(sql`insert into send_attempts (request_id, fence, proof_head)
        select ${closed}, 1, hash from proof_entries order by position desc limit 1`);
    });
    expect(await verify({ kind: 'request', id: closed })).toMatchObject({
      holds: false,
      text: expect.stringContaining('refused policy-refuses'),
    });
  });

  it('follows a policy that two administrators signed', async () => {
    await signPolicy({ name: 'Two', when: {}, then: { kind: 'approve', count: 2 } });
    const requestId = await approve(approvers);
    as(auditor);
    const { holds, text } = await verify({ kind: 'request', id: requestId });
    expect(text).not.toContain('refused');
    expect(holds).toBe(true);
  });

  it('of a period holds every request, and is for administrators and auditors alone', async () => {
    as(auditor);
    const { text } = await verify({ kind: 'period', from: new Date(0), to: new Date(Date.now() + 60_000) });
    expect(text.match(/Withdrawal t-/g)?.length).toBeGreaterThan(3);
    as(finance);
    expect(await exportEvidence({ kind: 'period', from: new Date(0), to: new Date() })).toMatchObject({
      error: { kind: 'forbidden' },
    });
  });

  it('leaves the audit log out for those who may not read it, says so, and is recorded', async () => {
    const requestId = await approve(approvers);
    as(finance);
    const { holds, text } = await verify({ kind: 'request', id: requestId });
    expect(holds).toBe(true);
    expect(text).toContain('Left out: the audit log');
    expect(text).not.toContain('The audit log from entry');
    const recorded = await pool().query(`select 1 from audit_log where action = 'evidence.exported' and subject = $1`, [
      `request:${requestId}`,
    ]);
    expect(recorded.rowCount).toBe(1);
  });
});
