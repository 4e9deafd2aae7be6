// Many withdrawals that each take one approval, under the policy that ships.
import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addAmounts } from '@/lib/money/amounts';
import type { PolicyRule } from '@/lib/policy/rules';
import { readFacts } from '@/lib/proof/evidence/policy-history';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { readPolicy, readPolicyWarnings, readSumWarnings } from '@/lib/server/policy/read';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { caller } from '@/scripts/testing/people/caller';
import {
  anyway,
  desk,
  dryRun,
  make,
  newAddress,
  over,
  past,
  setUpLimitedDesk,
} from '@/scripts/testing/data/limited-requests';
import { clearMirror, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

setUpLimitedDesk();

const shipped = async (version = 1): Promise<PolicyRule[]> => {
  const [found] = await database().select().from(policyVersions).where(eq(policyVersions.version, version));
  return found?.rules ?? [];
};
/** Puts the policy that ships in force, as it is for recipients who were paid before. */
const putShipped = async () =>
  putPolicyInForce((await shipped()).filter(({ when }) => when.isNewRecipient === undefined));
const knowPrice = () => storeRecords(Array.from({ length: 5 }, (_, at) => past('3450', at)));
const worth = (limit: string) =>
  over({ window: { kind: 'hours', hours: 24 }, by: [], limit: { kind: 'value', currency: 'USD', limit } });

/** Lists the assets that the policy's page names as without a price. */
async function lacking() {
  const page = surely(await readPolicy());
  return page.known.assets.filter(({ lacksPrice }) => lacksPrice).map(({ value }) => value);
}
async function readState(requestId: string) {
  const [row] = await database().select().from(withdrawalRequests).where(eq(withdrawalRequests.id, requestId));
  return row?.state;
}

/** Requests so many withdrawals of 24.9 ETH, each below the limit of 25, and lists the approvals that they take. */
async function requestMany(count: number, addressOf: () => string) {
  const asked: number[] = [];
  for (let index = 0; index < count; index += 1)
    asked.push((await make('24.9', { destinationAddress: addressOf() })).requiredApprovals);
  return asked;
}

describe('the policy that ships', () => {
  it('takes two approvals once 100,000 USD go to one recipient in 24 hours', async () => {
    await knowPrice();
    await putShipped();
    const address = newAddress();
    expect(await requestMany(8, () => address)).toEqual([1, 2, 2, 2, 2, 2, 2, 2]);
  });

  it('takes two approvals once 250,000 USD go to all recipients, whoever requests', async () => {
    await knowPrice();
    await putShipped();
    expect(await requestMany(4, newAddress)).toEqual([1, 1, 2, 2]);
    expect((await make('0.1', {}, desk.other)).requiredApprovals).toBe(2);
  });

  it('moves 250,000 USD with one approval at most, whatever is requested in whatever order', async () => {
    await knowPrice();
    await putShipped();
    let moved = '0';
    for (const value of ['10', '24', '3', '24.9', '12', '20', '1', '5', '0.5'])
      if ((await make(value)).requiredApprovals === 1) moved = addAmounts(moved, value);
    expect(Number(moved) * 3450).toBeLessThanOrEqual(250_000);
    expect(Number(moved) * 3450).toBeGreaterThan(200_000);
  });

  it('stores the use in USD as the evidence file reads it', async () => {
    await knowPrice();
    await putShipped();
    const { facts } = await make('1');
    expect(readFacts(JSON.stringify(facts))).toMatchObject({
      overTime: [{ price: { usd: '3450' } }, { after: '3450' }],
    });
  });

  it('takes two approvals where a price is unknown, and its page names the asset', async () => {
    await putShipped();
    const { requiredApprovals, facts } = await make('0.1');
    expect(requiredApprovals).toBe(2);
    expect(facts.overTime?.[0]).not.toHaveProperty('lacksPrice');
    expect((await dryRun('0.1')).current).toMatch(/price of ETH in USD is unknown.*two approvals/);
    caller.sessionId = (await signInAs('admin-one', ['admin'])).sessionId;
    expect(await lacking()).toEqual(expect.arrayContaining(['ETH', 'BTC']));
    await knowPrice();
    expect(await lacking()).not.toContain('ETH');
  });

  it('warns on its page, on Status and at the start where one approval moves any sum', async () => {
    caller.sessionId = (await signInAs('admin-one', ['admin'])).sessionId;
    const warning = [expect.stringContaining('can move any sum in 24 hours, by rule 3')];
    await putPolicyInForce((await shipped()).filter(({ when }) => when.overTime === undefined));
    expect(await readPolicyWarnings()).toEqual({ ok: true, value: warning });
    expect(await readPolicy()).toMatchObject({ ok: true, value: { warnings: warning } });
    expect(await readSumWarnings()).toEqual(warning);
    await putPolicyInForce(await shipped());
    expect(await readPolicyWarnings()).toEqual({ ok: true, value: [] });
    expect(await readSumWarnings()).toEqual([]);
    await putPolicyInForce([
      { name: 'Unread', when: { unheardOf: true }, then: { kind: 'approve', count: 1 } } as never,
    ]);
    expect(await readSumWarnings()).toEqual([]);
  });
});

describe('a price that is lost before the claim', () => {
  it('returns the request to its approvers, who then send it', async () => {
    await knowPrice();
    await putPolicyInForce([worth('10000'), anyway()]);
    const { requestId, requiredApprovals } = await make('1');
    expect(requiredApprovals).toBe(1);
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await clearMirror();
    expect(await claimSend()).toBeUndefined();
    expect(await readState(requestId)).toBe('AWAITING_APPROVAL');
    const [entry] = await database().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
    expect(entry?.action).toBe('request.returned');
    expect(entry?.entry).toContain('the price of ETH in USD is unknown');
    await approveRequest(requestId, ...desk.approvers.slice(1, 2));
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('holds what approvals cannot help, for two people', async () => {
    await knowPrice();
    await putPolicyInForce([{ ...worth('10000'), then: { kind: 'refuse', reason: 'Too much' } }, anyway()]);
    const { requestId } = await make('1');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await clearMirror();
    expect(await claimSend()).toBeUndefined();
    const [send] = await database().select().from(sends).where(eq(sends.requestId, requestId));
    expect(send).toMatchObject({
      state: 'HOLD',
      hold: { kind: 'limit', detail: expect.stringContaining('the price of ETH in USD is unknown') },
    });
  });
});
