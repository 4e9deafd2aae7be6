import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { putPolicyInForce, putPolicyWithoutSums } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';
import { makeAs, view } from '@/scripts/testing/data/requests';
import { database, pool } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { currentPolicy, readPolicyWarnings } from '@/lib/server/policy/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';
import { trackSends } from '@/lib/server/sends/track';
import { sendNext } from '@/lib/server/sends/worker';
import type { PolicyRule } from '@/lib/policy/rules';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const running = setUpTestConsole();
let [finance, admin, adminTwo]: [SignedIn, SignedIn, SignedIn] = [] as never;

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  admin = await signInAs('admin', ['admin']);
  adminTwo = await signInAs('admin-two', ['admin']);
});
beforeEach(() => as(finance));
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

const make = (change: Partial<WithdrawalForm>) => makeAs(finance, change);

/** Pays a recipient, from the request to the completed transfer, with as many approvals as the policy asks for. */
async function pay(change: Partial<WithdrawalForm>): Promise<void> {
  const id = await make(change);
  const { approvals } = await view(id);
  for (let given = 0; given < approvals.required; given += 1)
    await approveRequest(id, (await signInAs(`approver-${given}`, ['approver'])).person);
  await sendNext();
  running.sandbox.clock.nowMs += 20_000;
  await database()
    .update(sends)
    .set({ trackAt: sql`now()` })
    .where(eq(sends.requestId, id));
  await trackSends();
  expect((await view(id)).send).toMatchObject({ transferStatus: 'COMPLETED' });
}

const readRules = async (version: number) => {
  const [found] = await database().select().from(policyVersions).where(eq(policyVersions.version, version));
  if (!found) throw new Error('the policy must be there');
  return found.rules;
};

describe('the default policy', () => {
  it('ends in its strictest rule, and gives no reason for a warning', async () => {
    expect((await readRules(1)).at(-1)?.then).toEqual({ kind: 'approve', count: 2, wholeBatch: true });
    as(admin);
    expect(await readPolicyWarnings()).toEqual({ ok: true, value: [] });
    as(finance);
    expect(await readPolicyWarnings()).toMatchObject(failure('forbidden'));
  });
});

describe('an asset without a limit', () => {
  it.each([
    ['USDT', '900000000'],
    ['WBTC', '20999999'],
    ['USDT', '0.01'],
  ])(
    'takes two approvals under the default policy, also where the recipient is known: %s, %s',
    async (asset, value) => {
      const { rules, version } = await currentPolicy();
      // As if the recipient were known, which makes the first rule pass.
      // An asset outside the registry can be requested only where a rule names it, here one that decides nothing.
      const named: PolicyRule = { name: 'Named', when: { assets: [asset] }, then: { kind: 'approve', count: 1 } };
      await putPolicyInForce([...rules.filter(({ when }) => when.isNewRecipient === undefined), named]);
      const { approvals, rule } = await view(await make({ asset, value, destinationAddress: newAddress() }));
      expect(approvals.required).toBe(2);
      expect(rule.sentence).toBe(
        `Rule 1 applies because the rule has no limit for ${asset}, so every amount of it counts: ` +
          'two approvals are needed.',
      );
      await putPolicyInForce(await readRules(version));
    },
  );

  it('is named by the dry run, before anybody requests it', async () => {
    const outcome = await dryRunPolicy({
      asset: 'USDT',
      network: 'ETHEREUM',
      profile: 'p-ops',
      amount: '900000000',
      address: newAddress(),
    });
    expect(outcome).toMatchObject({ value: { current: expect.stringContaining('two approvals are needed') } });
  });
});

describe('a small payment that prepares a large one', () => {
  it('makes the recipient known only in its asset, and only up to ten times the amount', async () => {
    // As it was before the sums of a day counted, for which there is no price here.
    await putPolicyWithoutSums();
    const destinationAddress = newAddress();
    await pay({ destinationAddress, value: '0.5' });
    const requiredFor = async (change: Partial<WithdrawalForm>) => {
      const { approvals, rule } = await view(await make({ destinationAddress, ...change }));
      return { required: approvals.required, sentence: rule.sentence };
    };
    expect(await requiredFor({ value: '0.5' })).toMatchObject({ required: 1 });
    expect(await requiredFor({ value: '5' })).toMatchObject({ required: 1 });
    // Below the limit of rule 2, which is 25 ETH.
    expect(await requiredFor({ value: '5.000001' })).toEqual({
      required: 2,
      sentence:
        'Rule 1 applies because 5.000001 ETH is more than 10 times the largest payment to the recipient so far, ' +
        '0.5 ETH: two approvals are needed.',
    });
    expect(await requiredFor({ value: '500' })).toMatchObject({ required: 2 });
    expect(await requiredFor({ asset: 'LINK', value: '1' })).toEqual({
      required: 2,
      sentence: 'Rule 1 applies because the recipient was never paid in LINK before: two approvals are needed.',
    });
  });
});

describe('a policy without approvals', () => {
  const none = [{ name: 'Nobody', when: {}, then: { kind: 'approve', count: 0 } }];

  it('is refused when two administrators propose it, whoever proposed it before', async () => {
    const { version } = await currentPolicy();
    as(admin);
    const proposal = {
      kind: 'policy',
      subject: 'policy',
      payload: { basedOn: version, value: none },
      comment: 'faster',
    };
    expect(await propose(proposal)).toMatchObject(
      failure('invalid', { reason: expect.stringContaining('At least one approval is always needed.') }),
    );
    // Proposed before at least one approval was needed.
    const { rows } = await pool().query<{ id: string }>(
      `insert into proposals (kind, subject, payload, comment, proposed_by) values ('policy', 'policy', $1, 'faster', $2)
       returning id`,
      [JSON.stringify({ basedOn: version, value: none }), admin.person.id],
    );
    as(adminTwo);
    expect(await confirmProposal({ proposalId: rows[0]?.id, comment: '' })).toMatchObject(
      failure('not-possible', { reason: expect.stringContaining('Nothing was changed.') }),
    );
    expect(await currentPolicy()).toMatchObject({ version });
    await pool().query(`update proposals set state = 'WITHDRAWN' where id = $1`, [rows[0]?.id]);
  });

  it('is refused by the table, as is a request that takes none', async () => {
    for (const count of ['0', '-1', '"none"', 'null'])
      await expect(
        pool().query(`insert into policy_versions (version, rules) select max(version) + 1, $1 from policy_versions`, [
          `[{"name": "Nobody", "when": {}, "then": {"kind": "approve", "count": ${count}}}]`,
        ]),
      ).rejects.toMatchObject({ constraint: 'setting_versions_at_least_one' });
    const [version] = await database().select().from(requestVersions).limit(1);
    if (!version) throw new Error('there must be a request');
    const forged = {
      ...version,
      position: undefined,
      version: version.version + 1,
      formKey: randomUUID(),
      requiredApprovals: 0,
    };
    await expect(database().insert(requestVersions).values(forged)).rejects.toMatchObject({
      constraint: 'request_versions_at_least_one',
    });
  });

  it('that is in force already counts as one approval, and a request approved without any is not sent', async () => {
    const { version } = await currentPolicy();
    await ignoreConstraints([
      `insert into policy_versions (version, rules) values (${version + 1}, '${JSON.stringify(none)}')`,
    ]);
    const id = await make({ value: '1.5' });
    expect(await view(id)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      approvals: { given: 0, required: 1 },
      rule: { sentence: expect.stringContaining('one approval is needed') },
    });
    // As an earlier console stored a request that took none.
    const old = await make({ value: '777' });
    await ignoreConstraints([
      `update request_versions set required_approvals = 0 where request_id = '${old}'`,
      `update withdrawal_requests set state = 'APPROVED' where id = '${old}'`,
      `insert into sends (request_id) values ('${old}')`,
    ]);
    await sendNext();
    const held = await view(old);
    expect(held).toMatchObject({
      approvals: { given: 0, required: 1 },
      send: { state: 'HOLD' },
      hold: { reason: { kind: 'changed', detail: expect.stringContaining('at least one is always needed now') } },
    });
    expect(await running.sandbox.api.countByRefId(held.refId)).toBe(0);
    await putPolicyInForce(await readRules(version));
  });
});

/** Runs statements as an older database holds rows that the constraints of today refuse. */
async function ignoreConstraints(statements: readonly string[]): Promise<void> {
  const constraints = {
    request_versions: 'request_versions_at_least_one',
    setting_versions: 'setting_versions_at_least_one',
  };
  const client = await pool().connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    const definitions: string[] = [];
    for (const [table, name] of Object.entries(constraints)) {
      const { rows } = await client.query<{ definition: string }>(
        'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
        [name],
      );
      definitions.push(`alter table ${table} add constraint ${name} ${rows[0]?.definition} not valid`);
      await client.query(`alter table ${table} drop constraint ${name}`);
    }
    for (const statement of [...statements, ...definitions]) await client.query(statement);
    await client.query('commit');
  } finally {
    client.release();
  }
}
