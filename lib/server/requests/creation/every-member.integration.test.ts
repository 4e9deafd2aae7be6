// Every member of a request, in every way that a request can come into being, as the service receives it.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeCsv } from '@/lib/sheets/write/csv-table';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as, caller } from '@/scripts/testing/people/caller';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import { EVERY_MEMBER, fillEveryField, readDocumentedMembers } from '@/scripts/testing/data/every-member';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { clearSends } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { readSheet } from '@/lib/text/sheet';
import { amendRequest, readAmendable } from '@/lib/server/requests/creation/amend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { readRequest } from '@/lib/server/requests/lists/read';
import { database } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sendNext } from '@/lib/server/sends/worker';
import { proposeOrder } from '@/lib/server/standing-orders/propose';
import { takeOrderStep } from '@/lib/server/standing-orders/step';
import { requestPlanned } from '@/lib/server/standing-orders/worker';
import { saveTemplate } from '@/lib/server/templates/templates';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';
import { decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { checkRow } from '@/lib/requests/import/check-row';
import { readColumns } from '@/lib/requests/import/columns';
import { separateComments, toTable } from '@/lib/requests/import/template';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const running = setUpTestConsole();
let [finance, one, two]: [SignedIn, SignedIn, SignedIn] = [] as never;
const posted: Record<string, unknown>[] = [];
let service: Server;
let url = '';

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  one = await signInAs('approver-one', ['approver']);
  two = await signInAs('approver-two', ['approver']);
  await putPolicyInForce();
  // Records what the console posts, and answers as the sandbox does.
  service = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      if (request.url?.endsWith('/crypto-withdrawals')) posted.push(JSON.parse(body) as Record<string, unknown>);
      const answer = await fetch(running.sandbox.url + (request.url ?? ''), {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(
          ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
            const value = request.headers[name];
            return typeof value === 'string' ? [[name, value]] : [];
          }),
        ),
        ...(body !== '' && { body }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(() => service.close());
beforeEach(async () => {
  changeSettings({ TRANSFER_SERVICE_URL: url });
  as(finance);
  posted.length = 0;
  await clearSends();
  await completeMirror();
});

/** Approves a request, sends it, and gives what the service received. */
async function send(requestId: string): Promise<Record<string, unknown> | undefined> {
  await approveRequest(requestId, one.person);
  expect(await sendNext()).toBe(1);
  return posted.at(-1);
}

async function create(form: WithdrawalForm): Promise<string> {
  as(finance);
  return surely(await createRequest({ formKey: randomUUID(), form })).requestId;
}

/** Gives the form that a way of starting one fills in, completed with what that way leaves open on purpose. */
async function startFrom(from: Record<string, string>, open: Partial<WithdrawalForm> = {}): Promise<WithdrawalForm> {
  as(finance);
  const start = await readStart(from);
  if (typeof start !== 'object' || !start.form) throw new Error('there must be a form');
  return { ...fillEveryField(), ...start.form, referenceId: `every-${randomUUID()}`, ...open };
}

it('names every member of the interface document, and no other', () => {
  expect([...Object.keys(EVERY_MEMBER), 'ref_id', 'amount', 'total'].toSorted()).toEqual(readDocumentedMembers());
});

describe('every member of a request arrives at the service', () => {
  it.each(['amount', 'total'] as const)('from the form, with the %s fixed', async (fixed) => {
    const form = fillEveryField(fixed);
    expect(await send(await create(form))).toEqual({ ...EVERY_MEMBER, ref_id: form.referenceId, [fixed]: '12.5' });
  });

  it('from a changed request', async () => {
    const requestId = await create(fillEveryField());
    const { form, refId } = surely(await readAmendable(requestId));
    const amended = await amendRequest({
      formKey: randomUUID(),
      form: { ...form, value: '13' },
      requestId,
      basedOnVersion: 1,
    });
    expect(amended).toMatchObject({ ok: true });
    expect(await send(requestId)).toEqual({ ...EVERY_MEMBER, ref_id: refId, amount: '13' });
  });

  it('from a sheet', async () => {
    const form = fillEveryField();
    const cells = {
      Profile: form.profileId,
      Asset: form.asset,
      Network: form.network,
      Address: form.destinationAddress,
      Amount: form.value,
      Reference: form.referenceId,
      Memo: form.memo,
      Identity: form.identityId,
      Account: form.accountId,
      'Balance asset': form.balanceAsset,
      'Fee ID': form.feeId,
      'Beneficiary institution': form.beneficiary.institutionName,
      'Metadata: ticket': 'OPS-4411',
    };
    const columns = Object.keys(cells).map((name) => ({ name }));
    const sheet = readSheet(
      writeCsv(toTable({ columns, rows: [{ number: 2, cells: Object.values(cells) }] } as never)),
    );
    if (!sheet.ok) throw new Error(sheet.error);
    const [row] = separateComments(sheet.value).rows;
    const checked = checkRow(row!, {
      columns: readColumns(sheet.value),
      registry: DEFAULT_SENDABLE,
      recipients: new Map(),
    });
    as(finance);
    const batch = surely(await createBatch({ batchKey: randomUUID(), name: 'every.csv', items: [checked.form] }));
    const [item] = await database()
      .select({ id: withdrawalRequests.id })
      .from(withdrawalRequests)
      .where(eq(withdrawalRequests.bundleId, batch.bundleId));
    expect(await send(item?.id ?? '')).toEqual({ ...EVERY_MEMBER, ref_id: form.referenceId, amount: '12.5' });
  });

  it('from a test payment and its remainder, without the fee, which is guaranteed for one amount', async () => {
    const form = { ...fillEveryField(), feeId: '', testAmount: '1' };
    const made = surely(await createTestPayment({ formKey: randomUUID(), form }));
    as(one);
    const seen = await readRequest(made.requestId);
    if (!seen.ok || seen.value.bundle?.kind !== 'test-payment') throw new Error('the test payment must be there');
    const decided = await decideOnBundleAs(one.person, {
      bundleId: seen.value.bundle.id,
      bundleSha256: seen.value.bundle.sha256,
      verdict: 'APPROVED',
      comment: '',
    });
    expect(decided).toMatchObject({ ok: true });
    expect(await sendNext()).toBe(1);
    const { fee_id: _fee, ...others } = EVERY_MEMBER;
    expect(posted.at(-1)).toMatchObject({ ...others, amount: '1' });
    expect(posted.at(-1)).not.toHaveProperty('fee_id');
  });

  it('from a template, but for the fee, which is guaranteed once', async () => {
    const saved = surely(
      await saveTemplate({ title: randomUUID(), isShared: false, from: { form: fillEveryField() } }),
    );
    const form = await startFrom({ template: saved.templateId });
    expect(form.feeId).toBe('');
    const { fee_id: _fee, ...others } = EVERY_MEMBER;
    expect(await send(await create(form))).toEqual({ ...others, ref_id: form.referenceId, amount: '12.5' });
  });

  it('from a repeated request, but for the fee', async () => {
    const form = await startFrom({ request: await create(fillEveryField()) });
    expect(form.feeId).toBe('');
    const { fee_id: _fee, ...others } = EVERY_MEMBER;
    expect(await send(await create(form))).toEqual({ ...others, ref_id: form.referenceId, amount: '12.5' });
  });

  it('from a planned payment, but for the fee', async () => {
    as(finance);
    const saved = surely(
      await saveTemplate({ title: randomUUID(), isShared: false, from: { form: fillEveryField() } }),
    );
    const { orderId } = surely(
      await proposeOrder({
        id: randomUUID(),
        from: { template: saved.templateId },
        title: 'Every member',
        firstDate: '2090-03-25',
        every: 'week',
        timeZone: 'Europe/Lisbon',
        lastDate: '2090-12-31',
        maxCount: 1,
        reason: 'The lease',
      }),
    );
    for (const { sessionId } of [one, two]) {
      caller.sessionId = sessionId;
      expect(await takeOrderStep({ orderId, step: 'approve', reason: 'Agreed' })).toMatchObject({ ok: true });
    }
    const before = new Set((await database().select().from(withdrawalRequests)).map(({ id }) => id));
    await requestPlanned(new Date('2090-03-25T12:00:00Z'));
    const made = (await database().select().from(withdrawalRequests)).find(({ id }) => !before.has(id));
    const { fee_id: _fee, ...others } = EVERY_MEMBER;
    expect(await send(made?.id ?? '')).toEqual({ ...others, ref_id: made?.refId, amount: '12.5' });
  });
});
