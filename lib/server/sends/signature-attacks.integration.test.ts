import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, pool } from '@/lib/server/database/client';
import { createRequest } from '@/lib/server/requests/creation/create';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { withdrawApproval } from '@/lib/server/requests/votes/withdraw-approval';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { decideOnBundle } from '@/lib/server/requests/bundles/decide';
import { lockRequest } from '@/lib/server/requests/load';
import { readRequest } from '@/lib/server/requests/lists/read';
import { singleton } from '@/lib/server/runtime/singleton';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { checkSignatures } from '@/lib/server/sends/claim/signature-check';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { filledForm } from '@/scripts/stack/filled-form';
import { samplePdf } from '@/scripts/stack/sample-files';
import { uploadFile } from '@/scripts/testing/data/upload';
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
import { decideSigned, makeSigned } from '@/scripts/testing/data/requests';

// Rows that the owner of the database wrote, with triggers and foreign keys off, where every decision must be signed.

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000', CONSOLE_PROOF: 'required' });

let administrators: Awaited<ReturnType<typeof setUpKeyList>>;
let finance: SigningPerson;
let one: SigningPerson;
let two: SigningPerson;
let three: SigningPerson;

beforeAll(async () => {
  await putPolicyInForce([
    { name: 'Large', when: { atLeast: { ETH: '1' } }, then: { kind: 'approve', count: 2 } },
    { name: 'All', when: {}, then: { kind: 'approve', count: 1 } },
  ]);
  administrators = await setUpKeyList();
  finance = await enrol(await createSigner('finance'), administrators);
  [one, two, three] = [
    await enrol(await createSigner('approver'), administrators),
    await enrol(await createSigner('approver'), administrators),
    await enrol(await createSigner('approver'), administrators),
  ];
});
beforeEach(async () => {
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

async function request(): Promise<string> {
  return makeSigned(finance, { destinationAddress: newAddress() });
}

async function approveAs(person: SigningPerson, requestId: string): Promise<void> {
  surely(await decideSigned(person, requestId));
}

async function approved(): Promise<string> {
  const id = await request();
  await approveAs(one, id);
  await approveAs(two, id);
  return id;
}

/** Runs statements with triggers and foreign keys off; `$id` stands for the request. */
const tamper = (change: string, id = '') =>
  inTransaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    for (const statement of change.split(';'))
      await transaction.execute(sql.raw(statement.replaceAll('$id', `'${id}'`)));
  });

/** Claims, and gives why the request was held or returned to its approvers. */
async function outcomeOf(id: string): Promise<string> {
  expect(await claimSend()).toBeUndefined();
  const held = await pool().query<{ state: string; hold: { detail: string } | null }>(
    'select state, hold from sends where request_id = $1',
    [id],
  );
  if (held.rows[0]) return `${held.rows[0].state}: ${held.rows[0].hold?.detail}`;
  const returned = await pool().query<{ entry: string }>(
    `select entry from audit_log where subject = $1 and action = 'request.returned' order by seq desc limit 1`,
    [`request:${id}`],
  );
  return `returned: ${(JSON.parse(returned.rows[0]?.entry ?? '{}') as { reason?: string }).reason}`;
}

/** Gives what the signatures alone say, as if the audit log and all else were forged as well. */
async function reasonOf(id: string): Promise<string> {
  return inTransaction(async (transaction) => {
    const found = await lockRequest(transaction, SYSTEM_READER, id);
    if (!found) throw new Error('no such request');
    const votes = found.votes.filter(({ version }) => version === found.request.version);
    const checked = await checkSignatures(transaction, { ...found, votes });
    return checked.ok ? 'holds' : checked.error.detail;
  });
}

/** Makes the process read the whole chain again, as after a start. */
function restart(): void {
  delete singleton<{ known?: unknown }>('passkeys.key-list', () => ({})).known;
}

const idOf = async ({ sessionId }: SigningPerson): Promise<string> => {
  const found = await pool().query<{ person_id: string }>('select person_id from sessions where id_hash = $1', [
    createHash('sha256').update(sessionId).digest('hex'),
  ]);
  return found.rows[0]?.person_id ?? '';
};

const HELD = 'HOLD: ';
const SIGNED = 'does not hold: ';

/** Where the signature of a vote, or of the request, is in the chain. */
const placeOf = async (table: 'vote_signatures' | 'request_signatures', requestId: string, personId?: string) => {
  const found = await pool().query<{ position: string }>(
    `select position from ${table} where request_id = $1 ${personId === undefined ? '' : `and person_id = '${personId}'`}`,
    [requestId],
  );
  return Number(found.rows[0]?.position);
};

const withFile = async () => {
  as(finance);
  const { id: fileId } = await uploadFile('invoice.pdf', samplePdf());
  const form = { formKey: randomUUID(), form: filledForm({ destinationAddress: newAddress() }) };
  const id = surely(
    await signAs(finance, (signed) => createRequest({ ...form, attachmentIds: [fileId], ...signed })),
  ).requestId;
  await approveAs(one, id);
  await approveAs(two, id);
  return { id, fileId };
};
const OTHER_FILES = 'The attachments are not those that were signed';

describe('the files under a signed request', () => {
  it('are signed by requester and approvers, and leave nothing for the service', async () => {
    const { id } = await withFile();
    expect(await reasonOf(id)).toBe('holds');
    const claim = await claimSend();
    expect([claim?.requestId, claim?.bytes.includes('invoice')]).toEqual([id, false]);
  });

  it('are held with another list, none, or one where there was none', async () => {
    for (const list of [`replace(attachments, 'invoice', 'another')`, 'null']) {
      const { id } = await withFile();
      await tamper(`update request_versions set attachments = ${list} where request_id = $id`, id);
      expect(await reasonOf(id)).toContain(OTHER_FILES);
      expect(await outcomeOf(id)).toContain(HELD);
    }
    const { id: source } = await withFile();
    await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
    const id = await approved();
    const list = `(select attachments from request_versions where request_id = '${source}')`;
    await tamper(`update request_versions set attachments = ${list} where request_id = $id`, id);
    expect(await reasonOf(id)).toContain(OTHER_FILES);
    expect(await outcomeOf(id)).toContain(HELD);
  });

  it('are held with other bytes, though every signature holds', async () => {
    const { id, fileId } = await withFile();
    await tamper(`update attachment_chunks set bytes = set_byte(bytes, 20, 65) where attachment_id = '${fileId}'`, id);
    expect(await reasonOf(id)).toBe('holds');
    expect(await outcomeOf(id)).toContain('Attachment 1 of the stored request is not the file that was attached');
  });

  it('are signed in a test payment with its remainder too', async () => {
    as(finance);
    const { id: fileId } = await uploadFile('invoice.pdf', samplePdf());
    const form = { formKey: randomUUID(), form: filledForm({ destinationAddress: newAddress(), testAmount: '0.1' }) };
    const { requestId } = surely(
      await signAs(finance, (signed) => createTestPayment({ ...form, attachmentIds: [fileId], ...signed })),
    );
    for (const person of [one, two]) {
      as(person);
      const { bundle } = surely(await readRequest(requestId));
      if (bundle?.kind !== 'test-payment') throw new Error('no test payment');
      const vote = {
        bundleId: bundle.id,
        bundleSha256: bundle.sha256,
        verdict: 'APPROVED',
        comment: '',
        totals: {},
        chosenAddress: '',
      };
      surely(await signAs(person, (signed) => decideOnBundle({ ...vote, ...signed })));
    }
    expect(await reasonOf(requestId)).toBe('holds');
    await tamper(`update request_versions set attachments = null where request_id = $id`, requestId);
    expect(await reasonOf(requestId)).toContain(OTHER_FILES);
  });
});

describe('what somebody took back and the owner of the database restored', () => {
  const reopen = `update withdrawal_requests set state = 'AWAITING_APPROVAL' where id = $id;
    delete from sends where request_id = $id`;

  it('is held: a rejected request, approved by others since', async () => {
    const id = await request();
    await approveAs(one, id);
    as(two);
    const { version, bodySha256 } = surely(await readRequest(id));
    const vote = { requestId: id, version, bodySha256, verdict: 'REJECTED', comment: 'wrong', chosenAddress: '' };
    surely(await signAs(two, (signed) => decideOnRequest({ ...vote, ...signed })));
    const by = `request_id = $id and person_id = '${await idOf(two)}'`;
    await tamper(`delete from vote_signatures where ${by}; delete from decisions where ${by}; ${reopen}`, id);
    await approveAs(three, id);
    expect(await reasonOf(id)).toContain('A rejection or cancellation of this version of the request');
    expect(await outcomeOf(id)).toContain(HELD);
  });

  it('is held: a rejected request, also where signatures are optional and nobody else signed', async () => {
    changeSettings({ CONSOLE_PROOF: 'optional' });
    const [requester, first, second] = [
      await createSigner('finance'),
      await createSigner('approver'),
      await createSigner('approver'),
    ];
    as(requester);
    const form = filledForm({ destinationAddress: newAddress() });
    const id = surely(await createRequest({ formKey: randomUUID(), form })).requestId;
    await approveAs(first, id);
    as(two);
    const { version, bodySha256 } = surely(await readRequest(id));
    const vote = { requestId: id, version, bodySha256, verdict: 'REJECTED', comment: 'wrong', chosenAddress: '' };
    surely(await signAs(two, (signed) => decideOnRequest({ ...vote, ...signed })));
    const by = `request_id = $id and person_id = '${await idOf(two)}'`;
    await tamper(`delete from vote_signatures where ${by}; delete from decisions where ${by}; ${reopen}`, id);
    await approveAs(second, id);
    expect(await reasonOf(id)).toContain('A rejection or cancellation of this version of the request');
    expect(await outcomeOf(id)).toContain(HELD);
    changeSettings({ CONSOLE_PROOF: 'required' });
  });

  it('is held: an approval that was withdrawn', async () => {
    const id = await approved();
    surely(
      await signAs(two, (signed) => withdrawApproval({ requestId: id, version: 1, reason: 'too early', ...signed })),
    );
    await tamper(
      `delete from approval_withdrawals where request_id = $id;
       update withdrawal_requests set state = 'APPROVED' where id = $id;
       insert into sends (request_id) values ($id)`,
      id,
    );
    expect(await reasonOf(id)).toContain(`${SIGNED}This person withdrew their approval`);
    expect(await outcomeOf(id)).toContain(HELD);
  });

  it('is held: a request that its requester cancelled', async () => {
    const id = await approved();
    surely(await signAs(finance, (signed) => cancelRequest({ requestId: id, ...signed })));
    await tamper(
      `update withdrawal_requests set state = 'APPROVED' where id = $id;
       insert into sends (request_id) values ($id)`,
      id,
    );
    expect(await reasonOf(id)).toContain('A rejection or cancellation of this version of the request');
    expect(await outcomeOf(id)).toContain(HELD);
  });
});

describe('a vote that the owner of the database wrote', () => {
  it.each<[string, (id: string) => Promise<string>, string]>([
    [
      'has no signature',
      async () => `delete from vote_signatures where request_id = $id and person_id = '${await idOf(two)}'`,
      'is not signed, and the console requires it',
    ],
    [
      'is of somebody who never voted, with the signature of another',
      async () =>
        `update vote_signatures set person_id = '${await idOf(three)}' where request_id = $id and person_id = '${await idOf(two)}';` +
        `update decisions set person_id = '${await idOf(three)}' where request_id = $id and person_id = '${await idOf(two)}'`,
      'belongs to another person',
    ],
    [
      'has the signature of the first voter',
      async (id) =>
        `update vote_signatures set position = ${await placeOf('vote_signatures', id, await idOf(one))} where request_id = $id`,
      'has approved already',
    ],
    [
      'has the signature over another request',
      async () => {
        const other = await approved();
        expect(await claimSend()).toMatchObject({ requestId: other });
        const place = await placeOf('vote_signatures', other, await idOf(two));
        return `update vote_signatures set position = ${place} where request_id = $id and person_id = '${await idOf(two)}'`;
      },
      'about another request',
    ],
    [
      'has the signature of the requester over the request',
      async (id) =>
        `update vote_signatures set position = ${await placeOf('request_signatures', id)} where request_id = $id and person_id = '${await idOf(two)}'`,
      'about something else',
    ],
    [
      'has the signature over a passkey',
      async () => `update vote_signatures set position = 1 where request_id = $id and person_id = '${await idOf(two)}'`,
      'came onto the key list only after',
    ],
    [
      'has a signature that the chain does not have',
      async () =>
        `update vote_signatures set position = 99999 where request_id = $id and person_id = '${await idOf(two)}'`,
      'not in the chain',
    ],
  ])('is held: it %s', async (_what, change, sentence) => {
    const id = await request();
    await approveAs(one, id);
    await approveAs(two, id);
    await pool().query(`update sends set next_at = now() + interval '1 day' where request_id = $1`, [id]);
    const statements = await change(id);
    await tamper(statements, id);
    await pool().query(`update sends set next_at = now() where request_id = $1`, [id]);
    expect(await outcomeOf(id)).toContain(HELD);
    expect(await reasonOf(id)).toContain(sentence);
  });

  it('is held on a version that was never approved', async () => {
    const id = await request();
    await approveAs(one, id);
    const amendment = { formKey: randomUUID(), requestId: id, basedOnVersion: 1, form: filledForm({ value: '99' }) };
    surely(await signAs(finance, (signed) => amendRequest({ ...amendment, ...signed })));
    await approveAs(two, id);
    const [ofOne, hash] = [
      await idOf(one),
      `(select body_sha256 from request_versions where request_id = $id and version = 2)`,
    ];
    await tamper(
      `update decisions set version = 2, body_sha256 = ${hash} where request_id = $id and person_id = '${ofOne}';` +
        `update vote_signatures set version = 2 where request_id = $id and person_id = '${ofOne}';` +
        `update withdrawal_requests set state = 'APPROVED' where id = $id;` +
        `insert into sends (request_id) values ($id)`,
      id,
    );
    expect(await outcomeOf(id)).toContain(HELD);
    expect(await reasonOf(id)).toContain('about another request, another version of it');
  });
});

const forged = (column: string, value: string) =>
  `update request_versions set ${column} = ${value} where request_id = $id`;

describe('a request that the owner of the database changed', () => {
  it.each<[string, string, string]>([
    [
      'facts',
      forged('facts', `(facts::jsonb || '{"isNewRecipient": false}')::json`),
      `${SIGNED}What the policy was given`,
    ],
    [
      'warnings in the facts',
      forged('facts', `(facts::jsonb || '{"signals": []}')::json`),
      `${SIGNED}What the policy was given`,
    ],
    [
      'rule, and the approvals that it asks for',
      `${forged('rule_number', '2')};${forged('required_approvals', '1')}`,
      'under another rule of the policy',
    ],
    ['signature', 'delete from request_signatures where request_id = $id', 'The requester did not sign this request'],
    ['signature, taken from a passkey', 'update request_signatures set position = 1 where request_id = $id', SIGNED],
    [
      'signature, under another root',
      `update request_signatures set root = repeat('0', 64) where request_id = $id`,
      'not in the chain',
    ],
  ])('is held: its %s', async (_what, change, sentence) => {
    const id = await approved();
    await tamper(change, id);
    expect(await outcomeOf(id)).toContain(HELD);
    expect(await reasonOf(id)).toContain(sentence);
  });

  it('is held: its bytes, with every hash computed again', async () => {
    const id = await approved();
    const found = await pool().query<{ body: Buffer }>('select body from request_versions where request_id = $1', [id]);
    const body = (found.rows[0]?.body.toString('utf8') ?? '').replace('"1.5"', '"950000"');
    const hash = createHash('sha256').update(body).digest('hex');
    await tamper(
      `update request_versions set body = convert_to('${body}', 'UTF8'), body_sha256 = '${hash}',
        facts = (facts::jsonb || '{"value": "950000"}')::json where request_id = $id;` +
        `update decisions set body_sha256 = '${hash}' where request_id = $id`,
      id,
    );
    expect(await outcomeOf(id)).toContain(HELD);
    expect(await reasonOf(id)).toContain('over other bytes than those that would be sent');
  });

  it('is held: the rules of its policy, in place', async () => {
    const id = await approved();
    const lenient = `[{"name":"All","when":{},"then":{"kind":"approve","count":1}}]`;
    const before = await pool().query<{ rules: unknown }>(
      'select rules from policy_versions order by version desc limit 1',
    );
    await tamper(
      `update policy_versions set rules = '${lenient}' where version = (select max(version) from policy_versions)`,
    );
    const [outcome, reason] = [await outcomeOf(id), await reasonOf(id)];
    await tamper(
      `update policy_versions set rules = '${JSON.stringify(before.rows[0]?.rules)}' where version = (select max(version) from policy_versions)`,
    );
    expect(outcome).toContain(HELD);
    expect(reason).toContain('under another version of the policy');
  });

  it('is held where nobody approved it, with a state and a send', async () => {
    const id = await request();
    await tamper(
      `update withdrawal_requests set state = 'APPROVED' where id = $id;insert into sends (request_id) values ($id)`,
      id,
    );
    expect(await outcomeOf(id)).toContain(HELD);
  });
});

describe('an administrator of the identity provider', () => {
  it('requests and approves nothing with an account of every role', async () => {
    const account = await createSigner('finance', 'approver', 'admin');
    as(account);
    const form = { formKey: randomUUID(), form: filledForm() };
    expect(await createRequest(form)).toMatchObject({ error: { kind: 'not-possible' } });
    const id = await request();
    as(account);
    const { version, bodySha256 } = surely(await readRequest(id));
    const vote = { requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '', chosenAddress: '' };
    expect(await decideOnRequest(vote)).toMatchObject({ error: { kind: 'not-possible' } });
    expect(await decideOnRequest({ ...vote, verdict: 'REJECTED', comment: 'No.' })).toMatchObject({ ok: true });
  });

  it('cannot use the passkey of somebody whose identity they gave to another account', async () => {
    const id = await request();
    const person = await idOf(three);
    await tamper(`update people set subject = subject || '-other' where id = '${person}'`);
    as(three);
    const { version, bodySha256 } = surely(await readRequest(id));
    const vote = { requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '', chosenAddress: '' };
    expect(await signAs(three, (signed) => decideOnRequest({ ...vote, ...signed }))).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining('belongs to another person') as string },
    });
    await tamper(`update people set subject = replace(subject, '-other', '') where id = '${person}'`);
  });
});

describe('a root that the owner of the database wrote', () => {
  it('counts nothing where the environment names another', async () => {
    const [real] = (await pool().query<{ fingerprint: string }>('select fingerprint from proof_roots')).rows;
    const id = await approved();
    const document = `(select replace(document, '"floor":1', '"floor":2') from proof_roots limit 1)`;
    await tamper(
      `insert into proof_roots (fingerprint, document) values (encode(sha256(convert_to(${document}, 'UTF8')), 'hex'), ${document})`,
    );
    changeSettings({ PROOF_ROOT: real?.fingerprint ?? '' });
    restart();
    expect(await claimSend()).toMatchObject({ requestId: id });
    await tamper(`delete from proof_roots where fingerprint <> '${real?.fingerprint}'`);
  });
});

describe('a key list that the owner of the database changed', () => {
  it('counts nothing where an entry was changed, left out or moved, and again once it is restored', async () => {
    const id = await approved();
    const last = Number((await pool().query<{ n: string }>('select max(position) as n from proof_entries')).rows[0]?.n);
    for (const [change, undo] of [
      [
        `update proof_entries set statement = replace(statement, 'finance', 'approver') where position = 1`,
        `update proof_entries set statement = replace(statement, 'approver', 'finance') where position = 1`,
      ],
      [
        `update proof_entries set position = position + 1000 where position = 3`,
        `update proof_entries set position = position - 1000 where position = 1003`,
      ],
    ] as const) {
      await tamper(change);
      restart();
      // There is no key list that verifies, so nothing is claimed.
      expect(await claimSend()).toBeUndefined();
      await tamper(undo);
    }
    restart();
    expect(last).toBeGreaterThan(3);
    expect(await claimSend()).toMatchObject({ requestId: id });
  });

  it('misses a removal that was deleted once a later statement names it', async () => {
    const removed = await enrol(await createSigner('approver'), administrators);
    const id = await request();
    await approveAs(one, id);
    await approveAs(removed, id);
    await pool().query(`update sends set next_at = now() + interval '1 day' where request_id = $1`, [id]);
    await removePasskey(removed);
    await request();
    await tamper(`delete from proof_entries where kind = 'key.remove'`);
    restart();
    await pool().query(`update sends set next_at = now() where request_id = $1`, [id]);
    expect(await claimSend()).toBeUndefined();
    const held = await pool().query('select state from sends where request_id = $1', [id]);
    expect(held.rows[0]).toEqual({ state: 'QUEUED' });
  });
});
