import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { view } from '@/scripts/testing/data/requests';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { checkCosts } from '@/lib/server/sends/costs';
import { readSendsOverview, readUnresolvedSends } from '@/lib/server/sends/overview';
import { trackSends } from '@/lib/server/sends/track';
import { sendNext } from '@/lib/server/sends/worker';
import { readTransferDetail } from '@/lib/server/transfers/detail';

// A service that leaves members out of its answers, on real wires.

const running = setUpTestConsole();
const finance = signedIn('finance', ['finance']);
let approvers: SignedIn[];
beforeAll(async () => {
  approvers = [await signInAs('approver-one', ['approver']), await signInAs('approver-two', ['approver'])];
});
const faults = () => `${running.sandbox.url}/_sandbox/faults`;
const leaveOut = (fields: string[]) =>
  fetch(faults(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on: 'create', kind: 'missing-fields', fields }),
  });
const repeatEverything = () => fetch(faults(), { method: 'DELETE' });
afterEach(repeatEverything);
const FULL = {
  memo: 'invoice 7',
  metadata: [{ key: 'order', value: '7' }],
  identityId: '1c0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e12',
  accountId: '2d0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e13',
};

async function sendOne(): Promise<string> {
  as(finance);
  const { requestId } = surely(await createRequest({ formKey: randomUUID(), form: filledForm(FULL) }));
  for (const approver of approvers) {
    as(approver);
    const { version, bodySha256, state } = await view(requestId);
    if (state === 'AWAITING_APPROVAL')
      await decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '' });
  }
  await sendNext();
  await checkCosts();
  return requestId;
}

describe('a service that leaves members out of its answer', () => {
  it.each(['ref_id', 'profile_id', 'asset', 'crypto_network', 'destination_address', 'amount', 'direction', 'type'])(
    'is not believed without %s: the outcome stays unknown',
    async (field) => {
      await leaveOut([field]);
      const id = await sendOne();
      expect((await view(id)).send).toMatchObject({ state: 'UNKNOWN' });
      const [attempt] = await database().select().from(sendAttempts).where(eq(sendAttempts.requestId, id));
      expect(attempt).toMatchObject({ reason: 'answer-differs', evidence: { differences: [field] } });
      // Home and Status say since when, which no later search for the withdrawal moves.
      await database()
        .update(sends)
        .set({ updatedAt: sql`now() + interval '5 minutes'` })
        .where(eq(sends.requestId, id));
      const { requests } = surely(await readUnresolvedSends());
      expect(requests.find(({ requestId }) => requestId === id)?.since).toBe(attempt?.startedAt.toISOString());
    },
  );

  it('is believed without the memo, which is marked on the request, on the transfer and once on Status', async () => {
    await leaveOut(['memo', 'identity_id']);
    const id = await sendOne();
    const seen = await view(id);
    expect(seen).toMatchObject({
      send: { state: 'ACCEPTED' },
      unconfirmedFields: ['memo', 'identity_id'],
      alarm: null,
    });
    expect(seen.attempts[0]?.explanation?.detail).toContain('The answer leaves out: memo and identity ID.');
    expect(await readTransferDetail(seen.transferId ?? '')).toMatchObject({
      ok: true,
      value: { origin: { unconfirmedFields: ['memo', 'identity_id'] } },
    });
    as(await signInAs('admin', ['admin']));
    expect(await readSendsOverview()).toMatchObject({
      ok: true,
      value: { leftOut: { fields: ['memo', 'identity_id'], withdrawals: 1 } },
    });
  });

  it('confirms the memo when a later record repeats it', async () => {
    await leaveOut(['memo']);
    const id = await sendOne();
    await repeatEverything();
    await database()
      .update(sends)
      .set({ trackAt: sql`now()` })
      .where(eq(sends.requestId, id));
    await trackSends();
    await checkCosts();
    expect(await view(id)).toMatchObject({ unconfirmedFields: [], alarm: null });
  });

  it('raises an alarm when a later record fills in another memo', async () => {
    await leaveOut(['memo']);
    const id = await sendOne();
    const [send] = await database().select().from(sends).where(eq(sends.requestId, id));
    await database()
      .update(sends)
      .set({ transfer: { ...(send?.transfer as object), memo: 'another' }, isCostDue: true })
      .where(eq(sends.requestId, id));
    await checkCosts();
    const { alarm, unconfirmedFields } = await view(id);
    expect(unconfirmedFields).toEqual(['memo']);
    expect(alarm).toMatch(/now shows another value than requested: memo\..* will not be sent again/);
  });
});
