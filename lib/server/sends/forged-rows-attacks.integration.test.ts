import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { make } from '@/scripts/testing/data/requests';
import { filledForm } from '@/scripts/stack/filled-form';
import { recipientKey } from '@/lib/recipients/recipients';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { sendNext } from '@/lib/server/sends/worker';
import { serializeWithdrawalBody, type WithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';

// Rows that were written with SQL. The triggers are off, as for the owner of the database: what is left is the claim.

const running = setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);

beforeEach(async () => {
  as(finance);
  await database()
    .update(sends)
    .set({ nextAt: sql`now() + interval '1 day'` })
    .where(eq(sends.state, 'QUEUED'));
});

/** Runs a statement with triggers and foreign keys off; `$id` stands for the request. */
const tamper = (change: string, id: string) =>
  inTransaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    for (const statement of change.split(';'))
      await transaction.execute(sql.raw(statement.replaceAll('$id', `'${id}'`)));
  });

async function approved(change: Partial<WithdrawalForm> = {}): Promise<string> {
  const id = await make(change);
  await approveRequest(id, one.person, two.person);
  return id;
}

async function holdOf(id: string): Promise<string> {
  const [send] = await database().select().from(sends).where(eq(sends.requestId, id));
  expect(send).toMatchObject({ state: 'HOLD', posts: 0, hold: { kind: 'changed', detail: expect.any(String) } });
  return send?.hold?.kind === 'changed' ? send.hold.detail : '';
}

const EVIL = '0x000000000000000000000000000000000000dEaD';

async function forgeRequest(
  body: Omit<WithdrawalBody, 'ref_id'>,
  approvals: number,
): Promise<{ id: string; refId: string }> {
  const refId = `evil-${randomUUID()}`;
  const whole = { ref_id: refId, ...body } as WithdrawalBody;
  const bytes = Buffer.from(serializeWithdrawalBody(whole));
  const id = randomUUID();
  await inTransaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(sql`
      insert into withdrawal_requests (id, ref_id, requester_id, state, expires_at)
      values (${id}, ${refId}, ${finance.person.id}, 'APPROVED', now() + interval '1 day')`);
    await transaction.execute(sql`
      insert into request_versions (request_id, version, form_key, body, body_sha256, recipient_key, policy_version,
        rule_number, required_approvals, required_role, facts)
      select ${id}, 1, gen_random_uuid(), ${bytes}, ${sha256(bytes)}, ${recipientKey(whole)}, max(version), 3, ${approvals},
        'approver', ${JSON.stringify({ asset: body.asset, network: body.crypto_network, profileId: body.profile_id, makerId: finance.person.id, value: body.amount, isNewRecipient: false, signals: [] })}::json
      from policy_versions`);
    await transaction.execute(sql`insert into sends (request_id) values (${id})`);
  });
  return { id, refId };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('three rows that were inserted', () => {
  const large = {
    profile_id: 'p-ops',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: EVIL,
    amount: '9999.5',
  };

  it('are refused by the table where the version asks for no approvals', async () => {
    await expect(forgeRequest(large, 0)).rejects.toMatchObject({ constraint: 'request_versions_at_least_one' });
  });

  it('send nothing: a request, a version that asks for one approval, a send', async () => {
    const { id, refId } = await forgeRequest(large, 1);
    expect(await sendNext()).toBe(0);
    expect(await holdOf(id)).not.toBe('');
    expect(await running.sandbox.api.countByRefId(refId)).toBe(0);
  });
});

describe('a request whose version was exchanged', () => {
  it('sends nothing: version 2 with other bytes, and the state set to APPROVED', async () => {
    const form = filledForm();
    const id = await make(form);
    const evil = `{"ref_id":"${form.referenceId}","profile_id":"p-ops","asset":"ETH","crypto_network":"ETHEREUM","destination_address":"${EVIL}","amount":"999"}`;
    await inTransaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      // The database computes the other columns, from the bytes.
      const { rows } = await transaction.execute<{ columns: string }>(sql`
        select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_name = 'request_versions' and is_generated = 'NEVER' and is_identity = 'NO'`);
      const columns = sql.raw(rows[0]?.columns ?? '');
      await transaction.execute(sql`
        insert into request_versions (${columns})
        select ${columns} from (
          select (json_populate_record(v, json_build_object('version', 2, 'form_key', gen_random_uuid(),
            'body', convert_to(${evil}, 'UTF8'), 'body_sha256', ${sha256(Buffer.from(evil))}::text,
            'required_approvals', 1))).*
          from request_versions v where request_id = ${id}) as forged`);
      await transaction.execute(sql`update withdrawal_requests set version = 2, state = 'APPROVED' where id = ${id}`);
      await transaction.execute(sql`insert into sends (request_id) values (${id})`);
    });
    expect(await sendNext()).toBe(0);
    await holdOf(id);
    expect(await running.sandbox.api.countByRefId(form.referenceId)).toBe(0);
  });
});

/**
 * Rewrites the bytes, their hash, and the hash under the votes and in the audit log, so that only the content differs.
 */
const rewrite = (from: string, to: string) => `
  update decisions set body_sha256 = encode(sha256(convert_to(replace(convert_from(v.body, 'UTF8'), '${from}', '${to}'), 'UTF8')), 'hex')
    from request_versions v where v.request_id = decisions.request_id and decisions.request_id = $id;
  update audit_log set entry = replace(entry, body_sha256, encode(sha256(convert_to(replace(convert_from(body, 'UTF8'), '${from}', '${to}'), 'UTF8')), 'hex'))
    from request_versions v where v.request_id = $id and subject = 'request:' || $id;
  update request_versions set body = convert_to(replace(convert_from(body, 'UTF8'), '${from}', '${to}'), 'UTF8'),
    body_sha256 = encode(sha256(convert_to(replace(convert_from(body, 'UTF8'), '${from}', '${to}'), 'UTF8')), 'hex') where request_id = $id`;
const column = (change: string) => `update request_versions set ${change} where request_id = $id`;
const fact = (name: string, value: string) => column(`facts = (facts::jsonb || '{"${name}": ${value}}')::json`);

describe('every derived field: an approved request is held where it differs', () => {
  it.each([
    ['the asset', rewrite('"ETH"', '"BTC"'), 'asset'],
    ['the network', rewrite('"ETHEREUM"', '"BASE"'), 'recipient'],
    ['the recipient', rewrite('0x52908400098527886E0F7030069857D2E4169EE7', EVIL), 'recipient'],
    ['the profile', rewrite('"p-ops"', '"p-all"'), 'profile'],
    ['the amount', rewrite('"1.5"', '"9.5"'), 'value'],
    ['a second amount', rewrite('"amount":"1.5"', '"amount":"9.5","amount":"1.5"'), 'not written as this console'],
    ['an amount and a total', rewrite('"amount":"1.5"', '"amount":"1.5","total":"1.5"'), 'not written as this console'],
    ['the reference in the bytes', rewrite('"ref_id":"t-', '"ref_id":"u-'), 'reference'],
    ['bytes that are no JSON', rewrite('{', '['), 'cannot be read'],
    ['the recipient key', column(`recipient_key = recipient_key || ' '`), 'recipient'],
    ['the rule', column('rule_number = 5'), 'rule 5 of version'],
    ['a rule that does not exist', column('rule_number = 9'), 'allows no withdrawal'],
    ['the number of approvals', column('required_approvals = 1'), 'asks for 1 approval'],
    ['more approvals than the rule', column('required_approvals = 5'), 'asks for 5 approvals'],
    ['the role', column(`required_role = 'admin'`), 'role admin'],
    ['a policy version that does not exist', column('policy_version = 99'), 'does not exist'],
    ['a fact: the asset', fact('asset', '"USDC"'), 'asset'],
    ['a fact: the network', fact('network', '"BASE"'), 'network'],
    ['a fact: the profile', fact('profileId', '"p-all"'), 'profile'],
    ['a fact: the requester', fact('makerId', '"somebody"'), 'requester'],
    ['a fact: the value', fact('value', '"0.1"'), 'value'],
    ['a fact: a value that is none', fact('value', '"1e3"'), 'value'],
    ['no facts', column(`facts = 'null'`), 'asset'],
    ['a rejection', `update decisions set verdict = 'REJECTED' where request_id = $id`, 'rejected'],
    ['one vote less', `delete from decisions where request_id = $id and person_id = '$two'`, 'fewer approvals'],
    ['a vote without the role', `update decisions set roles = '{finance}' where request_id = $id`, 'fewer approvals'],
    [
      'the audit of the creation',
      `delete from audit_log where subject = 'request:' || $id and action = 'request.made'`,
      'audit log',
    ],
    [
      'the audit of an approval',
      `delete from audit_log where subject = 'request:' || $id and action = 'request.approved' and actor_id = '$two'`,
      'audit log',
    ],
    [
      'the audit of other bytes',
      `update audit_log set entry = regexp_replace(entry, '"bodySha256":"[0-9a-f]+"', '"bodySha256":""') where subject = 'request:' || $id`,
      'audit log',
    ],
  ])('%s', async (_what, change, named) => {
    const form = filledForm();
    const id = await approved(form);
    await tamper(change.replaceAll('$two', two.person.id), id);
    expect(await sendNext()).toBe(0);
    expect(await holdOf(id)).toContain(named);
    expect(await running.sandbox.api.countByRefId(form.referenceId)).toBe(0);
  });

  it('the known recipient: a stored “paid before” does not lower what is asked for, and another approval is needed', async () => {
    const form = filledForm();
    const id = await make(form);
    await tamper(`${column('rule_number = 5, required_approvals = 1')}; ${fact('isNewRecipient', 'false')}`, id);
    await approveRequest(id, one.person);
    expect(await sendNext()).toBe(0);
    expect(await database().$count(sends, eq(sends.requestId, id))).toBe(0);
    const [returned] = await database()
      .select({ entry: auditLog.entry })
      .from(auditLog)
      .where(sql`subject = ${`request:${id}`} and action = 'request.returned'`);
    expect(returned?.entry).toContain('Rule 1 of the policy requires 2 approvals of the role approver, and 1 counts.');
    expect(await running.sandbox.api.countByRefId(form.referenceId)).toBe(0);
    await approveRequest(id, two.person);
    expect(await sendNext()).toBe(1);
  });

  it('a policy that was replaced before the request was made', async () => {
    const id = await approved();
    await inTransaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      await transaction.execute(sql`
        insert into policy_versions (version, rules, active_from)
        select version + 1, rules, now() - interval '1 hour' from policy_versions order by version desc limit 1`);
    });
    expect(await sendNext()).toBe(0);
    expect(await holdOf(id)).toContain('not in force');
    await tamper('delete from policy_versions where version = (select max(version) from policy_versions)', id);
  });

  it('the sum of a batch: an item does not leave by the rule of its own small value', async () => {
    const items = ['20', '20'].map((value) => filledForm({ value, referenceId: `b-${randomUUID()}` }));
    const made = surely(await createBatch({ batchKey: randomUUID(), name: 'Two to one recipient', items }));
    const { rows } = await pool().query<{ id: string }>('select id from withdrawal_requests where bundle_id = $1', [
      made.bundleId,
    ]);
    const [first = '', second = ''] = rows.map(({ id }) => id);
    await approveRequest(first, one.person, two.person);
    expect(await sendNext()).toBe(1);
    await approveRequest(second, one.person, two.person);
    await tamper(fact('value', '"20"'), second);
    expect(await sendNext()).toBe(0);
    expect(await holdOf(second)).toContain('value');
  });
});

it('leaves alone what the product itself made, and says so in the audit log', async () => {
  const id = await approved();
  expect(await sendNext()).toBe(1);
  const [version] = await database().select().from(requestVersions).where(eq(requestVersions.requestId, id));
  const claimed = await database()
    .select({ entry: auditLog.entry })
    .from(auditLog)
    .where(sql`subject = ${`request:${id}`} and action = 'send.claimed'`);
  expect(claimed[0]?.entry).toContain(version?.bodySha256);
});
