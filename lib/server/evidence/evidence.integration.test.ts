import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { type EvidenceFinding, type EvidenceVerdict, verifyEvidence } from '@/lib/proof/evidence/verify-evidence';
import { pool } from '@/lib/server/database/client';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { exportEvidence } from '@/lib/server/evidence/export';
import type { EvidenceScope } from '@/lib/server/evidence/write';
import { currentPolicy } from '@/lib/server/policy/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/create';
import { decideOnRequest } from '@/lib/server/requests/decide';
import { createTestPayment } from '@/lib/server/requests/groups/create-test-payment';
import { decideOnGroup } from '@/lib/server/requests/groups/decide';
import { readRequest } from '@/lib/server/requests/read';
import { claimSend } from '@/lib/server/sends/claim';
import { samplePdf } from '@/scripts/stack/sample-files';
import { uploadFile } from '@/scripts/testing/upload';
import { filledForm } from '@/scripts/stack/filled-form';
import {
  actAs,
  createSigner,
  enrol,
  setUpKeyList,
  signAs,
  type SigningPerson,
  surely,
} from '@/scripts/testing/signing-people';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/without-triggers';

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000' });

let finance: SigningPerson;
let approvers: SigningPerson[];
let administrators: Awaited<ReturnType<typeof setUpKeyList>>;
let auditor: { sessionId: string };

beforeAll(async () => {
  auditor = await signInAs('auditor', ['auditor']);
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
// A comment that would break a file, a terminal or a sheet.
const COMMENT = '=cmd|x \u202eabc\n"}';

async function approve(people: readonly SigningPerson[], note = ''): Promise<string> {
  const form = { formKey: randomUUID(), form: filledForm({ destinationAddress: newAddress(), note }) };
  const { requestId } = surely(await signAs(finance, (signed) => createRequest({ ...form, ...signed })));
  await approveOne(requestId, people);
  return requestId;
}

async function approveOne(requestId: string, people: readonly SigningPerson[]): Promise<void> {
  const { version, bodySha256 } = surely(await readRequest(requestId));
  const vote = { requestId, version, bodySha256, verdict: 'APPROVED', comment: COMMENT, chosenAddress: '' };
  for (const person of people) surely(await signAs(person, (signed) => decideOnRequest({ ...vote, ...signed })));
}

/** Downloads evidence and verifies it under the root in force. */
async function verify(scope: EvidenceScope): Promise<EvidenceVerdict & { text: string }> {
  const { stream } = surely(await exportEvidence(scope));
  const lines = (await new Response(stream).text()).trim().split('\n');
  const root = await pool().query<{ fingerprint: string }>('select fingerprint from proof_roots');
  const findings: EvidenceFinding[] = [];
  const verified = verifyEvidence(toAsync(lines), root.rows[0]?.fingerprint ?? '');
  for (;;) {
    const next = await verified.next();
    if (next.done) return { ...next.value, text: findings.map(write).join('\n') };
    findings.push(next.value);
  }
}

async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

function write(finding: EvidenceFinding): string {
  if (finding.kind === 'withdrawal') return finding.lines.join('\n');
  if (finding.kind === 'refused') return `refused ${finding.refusal.name}`;
  return finding.kind === 'stated' ? finding.text : `chain of ${finding.entries}`;
}

it('is refused while nothing can be signed', async () => {
  actAs(auditor);
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
    actAs(auditor);
    const { holds, text } = await verify({ kind: 'request', id: requestId });
    expect(text).not.toContain('refused');
    expect(holds).toBe(true);
    expect(text).toContain(`(request ${requestId}, version 1): 1.5 ETH to 0x`);
    expect(text.match(/approved the withdrawal as approver/g)).toHaveLength(2);
    expect(text).toContain('requested the withdrawal as finance');
    expect(text).toContain('Stated by the console, not signed: posted');
    expect(text).toMatch(/The audit log from entry \d+ to \d+ is a chain/);
  });

  it('names the files under a request, and not what stands in them', async () => {
    actAs(finance);
    const { id, sha256 } = await uploadFile('invoice.pdf', samplePdf('SECRET'));
    const form = { formKey: randomUUID(), form: filledForm({ destinationAddress: newAddress() }), attachmentIds: [id] };
    const { requestId } = surely(await signAs(finance, (signed) => createRequest({ ...form, ...signed })));
    await approveOne(requestId, approvers);
    expect(await claimSend()).toMatchObject({ requestId });
    actAs(auditor);
    const { holds, text } = await verify({ kind: 'request', id: requestId });
    expect([holds, text]).toEqual([
      true,
      expect.stringContaining(`“invoice.pdf”, ${samplePdf('SECRET').length} bytes, SHA-256 ${sha256}`),
    ]);
    expect(text).not.toContain('SECRET');
  });

  it('of a request that one of two approved holds, and is no withdrawal', async () => {
    const requestId = await approve(approvers.slice(0, 1));
    actAs(auditor);
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
    actAs(auditor);
    const { text, ...verdict } = await verify({ kind: 'request', id: requestId });
    expect(verdict).toEqual({ holds: true, withdrawals: 0, unapproved: 1 });
    expect(text).toContain('rejected the withdrawal as approver');
    expect(text).not.toContain('Stated by the console: rejected by');
  });

  it('says by name what nobody signed', async () => {
    const unsigned = await createSigner('approver');
    const requestId = await approve([unsigned]);
    actAs(auditor);
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
    actAs(auditor);
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
    const { group } = surely(await readRequest(requestId));
    if (group?.kind !== 'pair') throw new Error('a test payment has a remainder');
    const decision = { groupId: group.id, groupSha256: group.sha256, verdict: 'APPROVED', comment: '', totals: {} };
    for (const person of approvers) surely(await signAs(person, (signed) => decideOnGroup({ ...decision, ...signed })));
    actAs(auditor);
    const { holds, text } = await verify({ kind: 'batch', id: group.id });
    expect(text).not.toContain('refused');
    expect(holds).toBe(true);
    expect(text.match(/requested the batch as finance/g)).toHaveLength(2);
  });

  it('follows a policy that two administrators signed', async () => {
    const { version } = await currentPolicy();
    const rules = [{ name: 'Two', when: {}, then: { kind: 'approve', count: 2 } }];
    const change = { kind: 'policy', subject: 'policy', payload: { basedOn: version, rules }, comment: 'x' };
    const [one, two] = administrators;
    const { proposalId } = surely(await signAs(one, (signed) => propose({ ...change, ...signed })));
    surely(await signAs(two, (signed) => confirmProposal({ proposalId, comment: '', ...signed })));
    const requestId = await approve(approvers);
    actAs(auditor);
    const { holds, text } = await verify({ kind: 'request', id: requestId });
    expect(text).not.toContain('refused');
    expect(holds).toBe(true);
  });

  it('of a period holds every request, and is for administrators and auditors alone', async () => {
    actAs(auditor);
    const { text } = await verify({ kind: 'period', from: new Date(0), to: new Date(Date.now() + 60_000) });
    expect(text.match(/Withdrawal t-/g)?.length).toBeGreaterThan(3);
    actAs(finance);
    expect(await exportEvidence({ kind: 'period', from: new Date(0), to: new Date() })).toMatchObject({
      error: { kind: 'forbidden' },
    });
  });

  it('leaves the audit log out for those who may not read it, says so, and is recorded', async () => {
    const requestId = await approve(approvers);
    actAs(finance);
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
