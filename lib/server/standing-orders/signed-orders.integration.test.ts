import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EvidenceFinding, verifyEvidence } from '@/lib/proof/evidence/verify-evidence';
import { kindOf, toLink } from '@/lib/proof/keys/chain';
import { inTransaction, pool } from '@/lib/server/database/client';
import { exportEvidence } from '@/lib/server/evidence/export';
import { currentPolicy } from '@/lib/server/policy/read';
import { confirmProposal, propose as proposeChange } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { lockRequest } from '@/lib/server/requests/load';
import { readRequest } from '@/lib/server/requests/lists/read';
import { withdrawApproval } from '@/lib/server/requests/votes/withdraw-approval';
import { singleton } from '@/lib/server/runtime/singleton';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { checkSignatures } from '@/lib/server/sends/claim/signature-check';
import { proposeOrder } from '@/lib/server/standing-orders/propose';
import { listOrders, readOrder } from '@/lib/server/standing-orders/read';
import { takeOrderStep } from '@/lib/server/standing-orders/step';
import { requestPlanned } from '@/lib/server/standing-orders/worker';
import { saveTemplate } from '@/lib/server/templates/templates';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';
import { addDays } from '@/lib/time/first-moment';
import { dayIn } from '@/lib/time/time-zone';
import { type UnfinishedRecord, writeLines } from '@/scripts/testing/passkeys/evidence-file';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { filledForm } from '@/scripts/stack/filled-form';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import {
  createSigner,
  enrol,
  removePasskey,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { decideSigned } from '@/scripts/testing/data/requests';

// Planned payments where every decision must be signed, and what the owner of the database makes of their rows.

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000', CONSOLE_PROOF: 'required' });

let administrators: Awaited<ReturnType<typeof setUpKeyList>>;
let owner: SigningPerson;
let one: SigningPerson;
let two: SigningPerson;
let three: SigningPerson;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  administrators = await setUpKeyList();
  owner = await enrol(await createSigner('finance', 'approver'), administrators);
  [one, two, three] = [
    await enrol(await createSigner('approver'), administrators),
    await enrol(await createSigner('approver'), administrators),
    await enrol(await createSigner('approver'), administrators),
  ];
});
beforeEach(async () => {
  changeSettings({ CONSOLE_PROOF: 'required' });
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
  await pool().query(`update standing_orders set state = 'ENDED' where state <> 'ENDED'`);
});

// The zone in which it is about noon, so that no test runs over midnight.
const HOUR = new Date().getUTCHours();
const zoneAt = (hour: number) => (hour <= 12 ? `Etc/GMT-${12 - hour}` : `Etc/GMT+${hour - 12}`);
const ZONE = zoneAt(HOUR);
const TODAY = dayIn(ZONE, new Date());
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

async function propose(person = owner, changes: Record<string, unknown> = {}, filled: Partial<WithdrawalForm> = {}) {
  as(person);
  const form = filledForm({ destinationAddress: `0x${randomBytes(20).toString('hex')}`, ...filled });
  const { templateId } = surely(await saveTemplate({ title: randomUUID(), isShared: false, from: { form } }));
  const order = {
    id: randomUUID(),
    from: { template: templateId },
    title: 'Rent',
    firstDate: TODAY,
    every: 'week',
    timeZone: ZONE,
    lastDate: addDays(TODAY, 60),
    maxCount: 3,
    reason: 'The lease',
    ...changes,
  };
  return signAs(person, (signed) => proposeOrder({ ...order, ...signed }));
}

const stepAs = async (person: SigningPerson, orderId: string, step: string) =>
  signAs(person, (signed) => takeOrderStep({ orderId, step, reason: 'Because', ...signed }));

async function active(person = owner, filled: Partial<WithdrawalForm> = {}): Promise<string> {
  const { orderId } = surely(await propose(person, {}, filled));
  for (const approver of [one, two]) surely(await stepAs(approver, orderId, 'approve'));
  return orderId;
}

const pastOf = async (orderId: string) => {
  as(one);
  return surely(await readOrder(orderId)).past;
};

/** Has the console request what is due, and gives the request of the order's first date. */
async function requestOf(orderId: string): Promise<string> {
  await requestPlanned();
  const past = await pastOf(orderId);
  if (!past[0]?.requestId) throw new Error(`not requested: ${JSON.stringify(past)}`);
  return past[0].requestId;
}

/** Gives why the console skipped the order's first date. */
async function skippedOf(orderId: string): Promise<string | null | undefined> {
  await requestPlanned();
  return (await pastOf(orderId))[0]?.skipped;
}

async function approveAs(person: SigningPerson, requestId: string) {
  return decideSigned(person, requestId);
}

/** Has two administrators sign a policy that asks for so many approvals of everything. */
async function changePolicy(count: number, name = 'All'): Promise<void> {
  const { version } = await currentPolicy();
  const rules = [{ name, when: {}, then: { kind: 'approve', count } }];
  const change = { kind: 'policy', subject: 'policy', payload: { basedOn: version, value: rules }, comment: 'Agreed' };
  const [proposer, confirmer] = administrators;
  const { proposalId } = surely(await signAs(proposer, (signed) => proposeChange({ ...change, ...signed })));
  surely(await signAs(confirmer, (signed) => confirmProposal({ proposalId, comment: '', ...signed })));
}

/** Runs statements with triggers and foreign keys off. */
const tamper = (...statements: string[]) =>
  inTransaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements) await transaction.execute(sql.raw(statement));
  });

/** Gives what the signatures alone say, as if the audit log and all else were forged as well. */
const reasonOf = (id: string): Promise<string> =>
  inTransaction(async (transaction) => {
    const found = await lockRequest(transaction, SYSTEM_READER, id);
    if (!found) throw new Error('no such request');
    const checked = await checkSignatures(transaction, { ...found, votes: found.votes });
    return checked.ok ? 'holds' : checked.error.detail;
  });

/** Makes the process read the whole chain again, as after a start. */
function restart(): void {
  delete singleton<{ known?: unknown }>('passkeys.key-list', () => ({})).known;
}

const holdOf = async (id: string): Promise<string | undefined> => {
  expect(await claimSend()).toBeUndefined();
  const found = await pool().query<{ state: string }>('select state from sends where request_id = $1', [id]);
  return found.rows[0]?.state;
};

async function linesOf(requestId: string): Promise<string[]> {
  as(one);
  const { stream } = surely(await exportEvidence({ kind: 'request', id: requestId }));
  return (await new Response(stream).text()).trim().split('\n');
}

async function verify(lines: readonly string[]): Promise<{ holds: boolean; text: string }> {
  const root = await pool().query<{ fingerprint: string }>('select fingerprint from proof_roots');
  const verified = verifyEvidence(toAsync(lines), root.rows[0]?.fingerprint ?? '');
  const findings: EvidenceFinding[] = [];
  for (;;) {
    const next = await verified.next();
    if (next.done) return { holds: next.value.holds, text: JSON.stringify(findings) };
    findings.push(next.value);
  }
}

/** Tells whether a file holds, with the name of the first refusal. */
async function refusalOf(lines: readonly string[]) {
  const { holds, text } = await verify(lines);
  return [holds, /"refusal":\{"name":"([a-z-]+)"/.exec(text)?.[1]];
}

/** Gives the lines of a file with the statements of a kind as links, as if they belonged to something else. */
async function withLinks(lines: readonly string[], kind: string): Promise<string[]> {
  const records = lines.slice(0, -1).map((line) => JSON.parse(line) as UnfinishedRecord);
  const hidden = records.map(async (record): Promise<UnfinishedRecord> => {
    if (record.type !== 'entry' || kindOf(record.statement) !== kind) return record;
    return { type: 'link', ...(await toLink(record)), hash: record.hash };
  });
  return writeLines(await Promise.all(hidden));
}

async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

describe('a planned payment where decisions are signed', () => {
  it('is signed by its owner and two others, and each date leaves with an approval of its own', async () => {
    const orderId = await active();
    const id = await requestOf(orderId);
    expect(await pastOf(orderId)).toHaveLength(1);
    expect(await claimSend()).toBeUndefined();
    surely(await approveAs(three, id));
    expect(await reasonOf(id)).toBe('holds');
    expect(await claimSend()).toMatchObject({ requestId: id });
  });

  it('is proposed and approved by nobody without a passkey', async () => {
    expect(await propose(await createSigner('finance'))).toMatchObject({ error: { kind: 'not-possible' } });
    const { orderId } = surely(await propose());
    const stranger = await createSigner('approver');
    expect(await stepAs(stranger, orderId, 'approve')).toMatchObject({ error: { kind: 'not-possible' } });
    as(one);
    expect(await takeOrderStep({ orderId, step: 'approve', reason: '', signature: 'declined' })).toMatchObject({
      error: { kind: 'unsigned' },
    });
    expect(surely(await readOrder(orderId))).toMatchObject({ state: 'PROPOSED', approvals: [] });
  });

  it('takes no approval of its owner for a date, and no signature over another planned payment', async () => {
    const orderId = await active();
    const id = await requestOf(orderId);
    expect((await approveAs(owner, id)).ok).toBe(false);
    const [first, second] = [surely(await propose()).orderId, surely(await propose()).orderId];
    const swapped = await signAs(one, (signed) =>
      takeOrderStep({
        orderId: signed.signature === undefined ? first : second,
        step: 'approve',
        reason: '',
        ...signed,
      }),
    );
    expect(swapped).toMatchObject({ error: { kind: 'not-now' } });
  });

  it('is not requested once its owner removed the passkey, or signed its end', async () => {
    const leaver = await enrol(await createSigner('finance'), administrators);
    const orderId = await active(leaver);
    await removePasskey(leaver);
    expect(await skippedOf(orderId)).toContain('The passkey was removed');
    const ended = await active();
    surely(await stepAs(owner, ended, 'end'));
    await tamper(`update standing_orders set state = 'ACTIVE' where id = '${ended}'`);
    expect(await skippedOf(ended)).toBe('The end of this planned payment was signed.');
  });

  it('takes no approval of a date once two administrators signed another policy', async () => {
    const id = await requestOf(await active());
    await changePolicy(1, 'Another');
    expect(await approveAs(three, id)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('is not the one that two administrators signed') },
    });
    // As if the console had not asked.
    changeSettings({ CONSOLE_PROOF: 'optional' });
    surely(await approveAs(three, id));
    changeSettings({ CONSOLE_PROOF: 'required' });
    expect(await reasonOf(id)).toContain('is not the one that two administrators signed');
    expect(await holdOf(id)).toBe('HOLD');
    await changePolicy(1);
  });

  it('is approved for a date under the policy of the first approval that still counts', async () => {
    await changePolicy(2);
    const id = await requestOf(await active());
    surely(await approveAs(three, id));
    surely(await signAs(three, (signed) => withdrawApproval({ requestId: id, version: 1, reason: 'Why?', ...signed })));
    await changePolicy(1);
    // The claim does not count the withdrawn one, so that the policy of the next one is another.
    expect(await approveAs(two, id)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('is not the one that two administrators signed') },
    });
  });

  it('skips its dates where it was signed with a beneficiary that withdrawals leave out, and no others', async () => {
    const beneficiary = { ...EMPTY_BENEFICIARY, kind: 'institution', institutionName: 'Grace & Co' } as const;
    const [signedWith, without] = [await active(owner, { beneficiary }), await active()];
    changeSettings({ TRANSFER_SERVICE_BENEFICIARY: 'omit' });
    as(one);
    expect(surely(await listOrders()).filter(({ isSigned }) => isSigned)).toMatchObject([{ id: signedWith }]);
    expect(await skippedOf(signedWith)).toContain('Signed with a beneficiary, which new withdrawals leave out');
    await requestOf(without);
    const later = await active(owner, { beneficiary });
    as(one);
    expect(surely(await readRequest(await requestOf(later))).bytes).not.toContain('beneficiary');
  });

  it('is signed anew in one step that ends it, by its owner alone and once', async () => {
    const beneficiary = { ...EMPTY_BENEFICIARY, kind: 'institution', institutionName: 'Grace & Co' } as const;
    const [order, plain] = [await active(owner, { beneficiary }), await active()];
    expect(await propose(owner, { from: { order } })).toMatchObject({ error: { kind: 'not-found' } });
    changeSettings({ TRANSFER_SERVICE_BENEFICIARY: 'omit' });
    const other = await enrol(await createSigner('finance'), administrators);
    expect(await propose(other, { from: { order } })).toMatchObject({ error: { kind: 'not-found' } });
    expect(await propose(owner, { from: { order: plain } })).toMatchObject({ error: { kind: 'not-found' } });
    const id = randomUUID();
    const again = { id, from: { order } };
    expect(surely(await propose(owner, again))).toEqual({ orderId: id });
    expect(surely(await propose(owner, again))).toEqual({ orderId: id });
    expect(await propose(owner, { from: { order } })).toMatchObject({ error: { kind: 'not-found' } });
    as(owner);
    expect(surely(await readOrder(order))).toMatchObject({
      state: 'ENDED',
      endedBy: { reason: expect.stringContaining('without the beneficiary') },
    });
    for (const approver of [one, two]) surely(await stepAs(approver, id, 'approve'));
    as(one);
    expect(surely(await readRequest(await requestOf(id))).bytes).not.toContain('beneficiary');
    await requestPlanned();
    expect(await pastOf(order)).toEqual([]);
  });

  it('ends without a signature as well, and what waits is approved no more', async () => {
    const waiting = await active();
    const id = await requestOf(waiting);
    as(owner);
    surely(await takeOrderStep({ orderId: waiting, step: 'end', reason: 'Moved', signature: 'declined' }));
    expect(await approveAs(three, id)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('ended the planned payment. Reject this request') },
    });
    const orderId = await active();
    as(owner);
    expect(await takeOrderStep({ orderId, step: 'end', reason: 'Moved', signature: 'declined' })).toMatchObject({
      ok: true,
    });
    await requestPlanned();
    expect(await pastOf(orderId)).toEqual([]);
  });

  it('takes no approval of a date that waits once somebody signed the end, and keeps one given before', async () => {
    const [waiting, approved] = [await active(), await active()];
    const [id, leaves] = [await requestOf(waiting), await requestOf(approved)];
    surely(await approveAs(three, leaves));
    for (const orderId of [waiting, approved]) surely(await stepAs(owner, orderId, 'end'));
    expect(await approveAs(three, id)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('ended the planned payment') },
    });
    // The owner of the database removes the row, and not what was signed.
    await tamper(`delete from standing_order_ends where order_id = '${waiting}'`);
    expect(await approveAs(three, id)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('The end of the planned payment was signed') },
    });
    expect(await reasonOf(leaves)).toBe('holds');
    expect(await claimSend()).toMatchObject({ requestId: leaves });
  });

  it('is unsigned where signatures are optional and nobody has a passkey, and never requested once they are required', async () => {
    changeSettings({ CONSOLE_PROOF: 'optional' });
    const orderId = surely(await propose(await createSigner('finance'))).orderId;
    for (const person of [await createSigner('approver'), await createSigner('approver')])
      surely(await stepAs(person, orderId, 'approve'));
    const other = surely(await propose()).orderId;
    expect(await stepAs(await createSigner('approver'), other, 'approve')).toMatchObject({
      error: { reason: expect.stringContaining('signed this planned payment with a passkey') },
    });
    changeSettings({ CONSOLE_PROOF: 'required' });
    expect(await skippedOf(orderId)).toContain('did not sign it');
  });
});

describe('evidence of a request that rests on a planned payment', () => {
  it('holds, names who signed the planned payment, and has no other one', async () => {
    const orderId = await active();
    const other = await active();
    const id = await requestOf(orderId);
    expect(await verify(await linesOf(id))).toMatchObject({
      holds: true,
      text: expect.stringContaining('ordered the planned payments'),
    });
    surely(await approveAs(three, id));
    await claimSend();
    const lines = await linesOf(id);
    const { holds, text } = await verify(lines);
    expect([holds, text.match(/approved the planned payments/g)?.length]).toEqual([true, 2]);
    expect(text).toContain(`For ${TODAY} of the planned payment ${orderId}`);
    expect(lines.join('')).not.toContain(other);
  });

  it('does not hold with statements about the planned payment left out, or another text beside them', async () => {
    const orderId = await active();
    const id = await requestOf(orderId);
    surely(await approveAs(three, id));
    surely(await stepAs(owner, orderId, 'end'));
    const lines = await linesOf(id);
    expect(await refusalOf(lines)).toEqual([true, undefined]);
    expect(await refusalOf(await withLinks(lines, 'standingOrder'))).toEqual([false, 'order-unreadable']);
    expect(await refusalOf(await withLinks(lines, 'standingOrder.approve'))).toEqual([false, 'order-not-approved']);
    // A file may hold what took something back as a hash, which the verifier counts.
    expect(await refusalOf(await withLinks(lines, 'standingOrder.end'))).toEqual([true, undefined]);
    await tamper(`update proof_entries set content = replace(content, '1.5', '9.5') where subject = '${orderId}'`);
    expect(await refusalOf(await linesOf(id))).toEqual([false, 'content-other']);
    restart();
  });
});

describe('what the owner of the database makes of a planned payment', () => {
  it.each([
    ['amount', `form = jsonb_set(form::jsonb, '{value}', '"950"')::json`],
    [
      'address',
      `form = jsonb_set(form::jsonb, '{destinationAddress}', '"0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1"')::json`,
    ],
    ['first date', 'first_date = first_date - 7'],
    ['end', 'last_date = last_date + 700'],
    ['maximum', 'max_count = 200'],
    ['frequency', `every = 'month'`],
    ['calendar', `bank_days = '{"calendar":"T2","adjust":"after","moved":{},"skipped":{}}'`],
    // An hour beside, where it is the same day.
    ['zone', `time_zone = '${zoneAt(HOUR === 0 ? 1 : HOUR - 1)}'`],
  ])('is not requested: another %s', async (_what, change) => {
    const orderId = await active();
    await tamper(`update standing_orders set ${change} where id = '${orderId}'`);
    expect(await skippedOf(orderId)).toContain('did not sign it');
  });

  it.each([
    ['another amount', `replace(content, '1.5', '950')`],
    ['a later end', `replace(content, '"maxCount":3', '"maxCount":200')`],
    ['no text', `''`],
  ])('is held when it is sent: %s beside the signature', async (_what, content) => {
    const orderId = await active();
    const id = await requestOf(orderId);
    surely(await approveAs(three, id));
    const before = `(select content from proof_entries where subject = '${orderId}' and kind = 'standingOrder')`;
    const [kept] = (await pool().query<{ content: string }>(`select ${before} as content`)).rows;
    await tamper(
      `update proof_entries set content = ${content} where subject = '${orderId}' and kind = 'standingOrder'`,
    );
    restart();
    expect(await reasonOf(id)).toContain('is not the one that was signed');
    expect(await holdOf(id)).toBe('HOLD');
    await tamper(
      `update proof_entries set content = $$${kept?.content}$$ where subject = '${orderId}' and kind = 'standingOrder'`,
    );
    restart();
  });

  it('is held when it is sent: other bytes, with every hash computed again', async () => {
    const id = await requestOf(await active());
    surely(await approveAs(three, id));
    await tamper(
      `update request_versions v set body = changed, body_sha256 = encode(sha256(changed), 'hex'),
        facts = (v.facts::jsonb || '{"value": "950"}')::json
        from (select convert_to(replace(convert_from(body, 'UTF8'), '"1.5"', '"950"'), 'UTF8') as changed
          from request_versions where request_id = '${id}') forged where request_id = '${id}'`,
      `update decisions set body_sha256 = (select body_sha256 from request_versions where request_id = '${id}')
        where request_id = '${id}'`,
    );
    expect(await reasonOf(id)).toContain('over other bytes');
    expect(await holdOf(id)).toBe('HOLD');
  });

  it('is not requested: a copy of it under another ID', async () => {
    const orderId = await active();
    const copy = randomUUID();
    await tamper(
      `insert into standing_orders select '${copy}', owner_id, title, form, signals, first_date, every, time_zone,
        last_date, max_count, reason, state, created_at, active_from from standing_orders where id = '${orderId}'`,
      `insert into standing_order_approvals select '${copy}', person_id, at from standing_order_approvals where order_id = '${orderId}'`,
    );
    expect(await skippedOf(copy)).toContain('did not sign it');
  });

  it('is requested once for a date, though its outcome was deleted', async () => {
    const orderId = await active();
    const id = await requestOf(orderId);
    await tamper(`delete from standing_order_dates where order_id = '${orderId}'`);
    expect(await skippedOf(orderId)).toContain('already used');
    expect(await reasonOf(id)).toBe('holds');
  });

  it('lends its signatures to no other request of its owner', async () => {
    const orderId = await active();
    const planned = await requestOf(orderId);
    const form = filledForm({ destinationAddress: `0x${randomBytes(20).toString('hex')}` });
    const create = { formKey: randomUUID(), form };
    const { requestId } = surely(await signAs(owner, (signed) => createRequest({ ...create, ...signed })));
    surely(await approveAs(three, requestId));
    await tamper(
      `update request_signatures set position = (select position from request_signatures where request_id = '${planned}')
        where request_id = '${requestId}'`,
    );
    expect(await reasonOf(requestId)).toContain('has no date that this request belongs to');
    expect(await holdOf(requestId)).toBe('HOLD');
    // Nobody is asked to touch a passkey for what would be held.
    await tamper(
      `delete from sends where request_id = '${requestId}'`,
      `update withdrawal_requests set state = 'AWAITING_APPROVAL' where id = '${requestId}'`,
    );
    expect(await approveAs(two, requestId)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('has no date') },
    });
  });

  it('is held when it is sent: a later date, requested and approved today', async () => {
    const orderId = await active();
    await requestOf(orderId);
    // As with a clock that a person set.
    await requestPlanned(inDays(7));
    const [later] = await pastOf(orderId);
    const id = later?.requestId ?? '';
    expect(later?.date).toBe(addDays(TODAY, 7));
    surely(await approveAs(three, id));
    expect(await reasonOf(id)).toContain('before the date of the planned payment');
    expect(await holdOf(id)).toBe('HOLD');
  });

  it('is held when it is sent: a date that nobody approved, or whose approval is that of the planned payment', async () => {
    const orderId = await active();
    const id = await requestOf(orderId);
    await tamper(
      `update withdrawal_requests set state = 'APPROVED' where id = '${id}'`,
      `insert into sends (request_id) values ('${id}')`,
    );
    expect(await holdOf(id)).toBe('HOLD');
    const other = await requestOf(await active());
    surely(await approveAs(three, other));
    await tamper(
      `update vote_signatures set position = (select min(position) from proof_entries
        where kind = 'standingOrder.approve' and subject = '${orderId}') where request_id = '${other}'`,
    );
    expect(await reasonOf(other)).toContain('about something else');
    expect(await holdOf(other)).toBe('HOLD');
  });
});
