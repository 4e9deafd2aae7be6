import { keyOfRuleRecipient } from '@/lib/policy/conditions/recipients';
import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { type PolicyRule } from '@/lib/policy/rules';
import { normalizeRecipient } from '@/lib/recipients/recipients';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { database } from '@/lib/server/database/client';
import { currentPolicy } from '@/lib/server/policy/read';
import { propose } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';
import { readRequest } from '@/lib/server/requests/lists/read';
import { sendNext } from '@/lib/server/sends/worker';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const running = setUpTestConsole();
let [finance, admin, one, two]: [SignedIn, SignedIn, SignedIn, SignedIn] = [] as never;

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const OWN = normalizeRecipient({ network: 'ETHEREUM', address: newAddress() });
const CLOSED = normalizeRecipient({ network: 'ETHEREUM', address: '0x52908400098527886E0F7030069857D2E4169EE7' });
const TAGGED = {
  network: 'STELLAR',
  address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  memo: '42',
};
const RULES: PolicyRule[] = [
  { name: 'Closed', when: { recipients: [CLOSED, TAGGED] }, then: { kind: 'refuse', reason: 'Closed.' } },
  { name: 'Own', when: { recipients: [OWN] }, then: { kind: 'approve', count: 1 } },
  { name: 'All', when: {}, then: { kind: 'approve', count: 2 } },
];

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  admin = await signInAs('admin', ['admin']);
  one = await signInAs('approver-one', ['approver']);
  two = await signInAs('approver-two', ['approver']);
  await putPolicyInForce(RULES);
});
beforeEach(() => {
  as(finance);
});

const create = (change: Partial<WithdrawalForm>) => createRequest({ formKey: randomUUID(), form: filledForm(change) });

async function made(change: Partial<WithdrawalForm>): Promise<{ id: string; required: number }> {
  const saved = surely(await create(change));
  const view = surely(await readRequest(saved.requestId));
  return { id: saved.requestId, required: view.approvals.required };
}

describe('a rule about a recipient', () => {
  it.each([
    CLOSED.address,
    CLOSED.address.toUpperCase().replace('0X', '0x'),
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ])('meets every spelling of the address: %s', async (destinationAddress) => {
    expect(await create({ destinationAddress })).toMatchObject(
      failure('refused-by-policy', {
        reason: 'Rule 1 does not allow this withdrawal because the rule names the recipient: Closed.',
      }),
    );
  });

  it('tells memos apart where they say who is paid, and networks', async () => {
    const stellar = { network: 'STELLAR', asset: 'PYUSD', destinationAddress: TAGGED.address };
    expect(await create({ ...stellar, memo: '42' })).toMatchObject({ error: { kind: 'refused-by-policy' } });
    expect(await made({ ...stellar, memo: '43' })).toMatchObject({ required: 2 });
    expect(await made({ network: 'BASE', asset: 'USDC', destinationAddress: CLOSED.address })).toMatchObject({
      required: 2,
    });
  });

  it('is tried before anybody requests', async () => {
    expect(
      await dryRunPolicy({
        asset: 'ETH',
        network: 'ETHEREUM',
        profile: 'p-ops',
        amount: '1',
        address: CLOSED.address.toUpperCase().replace('0X', '0x'),
      }),
    ).toMatchObject({ value: { current: expect.stringContaining('the rule names the recipient') } });
  });

  it('is refused where no withdrawal could meet it', async () => {
    as(admin);
    const { version } = await currentPolicy();
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    const rules = [{ ...RULES[0], when: { recipients: [{ network: 'ETHEREUM', address }] } }];
    expect(
      await propose({ kind: 'policy', subject: 'policy', payload: { basedOn: version, value: rules }, comment: 'x' }),
    ).toMatchObject({ ok: false, error: { reason: expect.stringContaining(`is compared as ${CLOSED.address}`) } });
  });

  it('asks for fewer approvals of its recipient alone, whatever the rows say', async () => {
    const own = await made({ destinationAddress: OWN.address, referenceId: `own-${randomUUID().slice(0, 8)}` });
    expect(own.required).toBe(1);
    await approveRequest(own.id, one.person);
    expect(await sendNext()).toBe(1);

    const referenceId = `other-${randomUUID().slice(0, 8)}`;
    const other = await made({ destinationAddress: newAddress(), referenceId });
    expect(other.required).toBe(2);
    await approveRequest(other.id, one.person, two.person);
    // As if the rule about our own wallet had decided, with one approval less.
    await withoutTriggers((transaction) =>
      transaction
        .update(requestVersions)
        .set({
          ruleNumber: 2,
          requiredApprovals: 1,
          facts: sql`(facts::jsonb || ${JSON.stringify({ recipient: keyOfRuleRecipient(OWN) })}::jsonb)::json`,
        })
        .where(eq(requestVersions.requestId, other.id)),
    );
    await withoutTriggers((transaction) =>
      transaction.execute(sql`delete from decisions where request_id = ${other.id} and person_id = ${two.person.id}`),
    );
    expect(await sendNext()).toBe(0);
    // Back to its approvers: the bytes are those of another recipient.
    expect(await database().select().from(sends).where(eq(sends.requestId, other.id))).toEqual([]);
    expect(await readRequest(other.id)).toMatchObject({ value: { state: 'AWAITING_APPROVAL' } });
    expect(await running.sandbox.api.countByRefId(referenceId)).toBe(0);
  });
});
