import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { readWaitingToLeave } from '@/lib/server/requests/lists/waiting-to-leave';
import { sendNext } from '@/lib/server/sends/worker';
import { readAgain } from '@/lib/server/transfers/repeat-withdrawal';
import { parseWithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';
import { EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';

// TRANSFER_SERVICE_BENEFICIARY: what is built from now on, and what was built before.

setUpTestConsole();
let finance: SignedIn;
let approver: SignedIn;

beforeAll(() => putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]));
beforeEach(async () => {
  approver = await signInAs('approver', ['approver']);
  finance = await signInAs('finance', ['finance']);
  as(finance);
  changeSettings({ TRANSFER_SERVICE_BENEFICIARY: 'omit' });
});
const BENEFICIARY = { ...EMPTY_BENEFICIARY, kind: 'person', firstName: 'Ada', lastName: 'Byron' } as const;
const named = (change: Partial<WithdrawalForm> = {}) => filledForm({ beneficiary: BENEFICIARY, ...change });

/** Creates a request with its beneficiary, as before the service refused the member. */
async function createEarlier(change: Partial<WithdrawalForm> = {}): Promise<string> {
  changeSettings({ TRANSFER_SERVICE_BENEFICIARY: 'send' });
  const { requestId } = surely(await createRequest({ formKey: randomUUID(), form: named(change) }));
  changeSettings({ TRANSFER_SERVICE_BENEFICIARY: 'omit' });
  return requestId;
}

const bodiesSince = async (known: ReadonlySet<string>) => {
  const rows = await database().select().from(requestVersions);
  return rows.flatMap(({ bodySha256, body }) => (known.has(bodySha256) ? [] : [parseWithdrawalBody(body)]));
};
const knownBodies = async () =>
  new Set((await database().select().from(requestVersions)).map(({ bodySha256 }) => bodySha256));

describe('a beneficiary that is omitted', () => {
  it.each<[string, number, () => Promise<unknown>]>([
    ['a request', 1, () => createRequest({ formKey: randomUUID(), form: named() })],
    ['a test payment', 2, () => createTestPayment({ formKey: randomUUID(), form: named({ testAmount: '0.1' }) })],
    ['a batch', 2, () => createBatch({ batchKey: randomUUID(), name: 'sheet.csv', items: [named(), named()] })],
  ])('is in no body of %s', async (_, count, create) => {
    const known = await knownBodies();
    expect(await create()).toMatchObject({ ok: true });
    const bodies = await bodiesSince(known);
    expect(bodies).toHaveLength(count);
    for (const body of bodies) expect(body).not.toHaveProperty('beneficiary');
  });

  it('leaves a request that is changed', async () => {
    const requestId = await createEarlier();
    const known = await knownBodies();
    const change = { formKey: randomUUID(), form: named({ value: '2' }), requestId, basedOnVersion: 1 };
    surely(await amendRequest(change));
    expect(await bodiesSince(known)).toEqual([expect.not.objectContaining({ beneficiary: expect.anything() })]);
  });

  it('is a warning of a row, which is taken', async () => {
    const { items } = surely(await checkBatch({ items: [named()] }));
    const message: unknown = expect.stringContaining('The beneficiary is not sent');
    expect(items[0]?.issues).toContainEqual({ path: 'beneficiary.firstName', level: 'warn', message });
    expect(items[0]?.issues.every(({ level }) => level === 'warn')).toBe(true);
  });

  it('gives the first request where its form comes again', async () => {
    const submission = { formKey: randomUUID(), form: named() };
    expect(await createRequest(submission)).toEqual(await createRequest(submission));
  });
});

const inQueue = async (requestId: string) => surely(await readQueue()).needsMe.find(({ id }) => id === requestId);

describe('bytes that were requested with a beneficiary', () => {
  it('are named in the queue, before they leave and on their page, and are sent as they are', async () => {
    const requestId = await createEarlier();
    const { bytes } = surely(await readRequest(requestId));
    expect(bytes).toContain('"beneficiary"');
    as(approver);
    expect(await inQueue(requestId)).toMatchObject({ keepsBeneficiary: true });
    await approveRequest(requestId, approver.person);
    const { leaving } = surely(await readWaitingToLeave());
    expect(leaving.find(({ id }) => id === requestId)).toMatchObject({ keepsBeneficiary: true });
    await sendNext();
    const sent = surely(await readRequest(requestId));
    expect(sent).toMatchObject({ send: { state: 'ACCEPTED' }, bytes });
    expect(sent.keepsBeneficiary).toBeUndefined();
  });

  it('are not named where the service takes a beneficiary', async () => {
    const requestId = await createEarlier();
    changeSettings({ TRANSFER_SERVICE_BENEFICIARY: 'send' });
    as(approver);
    const queued = await inQueue(requestId);
    expect(queued).toMatchObject({ id: requestId });
    expect(queued?.keepsBeneficiary).toBeUndefined();
  });
});

it('a refusal for missing travel-rule data says of which address, and the withdrawal is requested again', async () => {
  const requestId = await createEarlier({ value: '1.0413', identityId: 'identity-7' });
  await approveRequest(requestId, approver.person);
  await sendNext();
  const refused = surely(await readRequest(requestId));
  expect(refused.send?.state).toBe('REFUSED');
  expect(refused.attempts.at(-1)?.explanation).toMatchObject({
    title: 'The service has no travel-rule data of this address',
    detail: expect.stringMatching(
      /0x52908400098527886E0F7030069857D2E4169EE7 on Ethereum for the identity identity-7\. .*Nothing was sent\.$/,
    ),
    next: expect.stringMatching(/^Save the travel-rule data of the address at the service.* Then two people can queue/),
  });
  const again = surely(await readAgain(requestId));
  if (again.kind !== 'follow-up') throw new Error('a new request must follow');
  const { form, follows } = again.start;
  const known = await knownBodies();
  surely(await createRequest({ formKey: randomUUID(), form: { ...form, value: '1.5' }, followsId: follows?.id }));
  expect(await bodiesSince(known)).toEqual([expect.not.objectContaining({ beneficiary: expect.anything() })]);
});
