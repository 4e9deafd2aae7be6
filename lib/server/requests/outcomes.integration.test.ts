import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { historyRecords, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { make } from '@/scripts/testing/data/requests';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { readRequestsWithOutcomes } from '@/lib/server/requests/outcomes';
import { readRequest } from '@/lib/server/requests/lists/read';
import { withdrawApprovalAs } from '@/lib/server/requests/votes/withdraw-approval';
import { sendNext } from '@/lib/server/sends/worker';

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
const three = signedIn('approver-three', ['approver']);

beforeEach(() => {
  as(finance);
});

async function outcomeOf(id: string) {
  const found = (await readRequestsWithOutcomes(finance.person, [id])).get(id);
  if (!found) throw new Error('the request must be there');
  return describeRequestOutcome(found.outcome);
}

it('gives the rejection of the current version with its reason', async () => {
  const id = await make();
  expect(await outcomeOf(id)).toMatchObject({
    wasSent: 'no',
    sentence: expect.stringMatching(/awaiting approval until .*: 0 of 2 approvals given. Not sent yet.$/),
  });
  const { version, bodySha256 } = surely(await readRequest(id));
  const decision = { requestId: id, version, bodySha256, verdict: 'REJECTED', comment: 'wrong address' };
  expect(await decideAs(one.person, decision)).toMatchObject({ ok: true });
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  expect(await outcomeOf(id)).toEqual({
    wasSent: 'no',
    sentence: `Requested here on ${day.format()} by finance, rejected by approver-one on ${day.format()}: wrong address. Never sent.`,
  });
});

it('tells cancelled, expired and queued requests, and reads an unknown id as absent', async () => {
  const cancelled = await make();
  expect(await cancelRequest({ requestId: cancelled })).toMatchObject({ ok: true });
  expect((await outcomeOf(cancelled)).sentence).toMatch(/cancelled by the requester on .*\. Never sent\.$/);

  const late = await make();
  await withoutTriggers((transaction) =>
    transaction
      .update(withdrawalRequests)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(withdrawalRequests.id, late)),
  );
  expect((await outcomeOf(late)).sentence).toMatch(/expired on .* with 0 of 2 approvals\. Never sent\.$/);

  const queued = await make();
  await approveRequest(queued, one.person, two.person);
  expect(await outcomeOf(queued)).toMatchObject({
    wasSent: 'no',
    sentence: expect.stringMatching(
      /approved by approver-one and approver-two on \d+ \w+ \d+, waiting to be sent\. Not sent yet\.$/,
    ),
  });
  await sendNext();
  const sent = await outcomeOf(queued);
  expect(sent.wasSent).toBe('yes');
  expect(sent.sentence).toMatch(/sent to the service as transfer \S+: Pending at the service\.$/);
  expect(await readRequestsWithOutcomes(finance.person, [randomUUID()])).toEqual(new Map());
});

it('gives the service’s reason for declining, and says that an outcome is unknown', async () => {
  const declined = await make({ profileId: 'p-empty' });
  await approveRequest(declined, one.person, two.person);
  await sendNext();
  expect(await outcomeOf(declined)).toMatchObject({
    wasSent: 'no',
    sentence: expect.stringMatching(/declined by the service on .*: The balance is too low\. .*Never sent\.$/),
  });

  // The sandbox creates the transfer and answers with status 500.
  const unknown = await make({ value: '1.0501' });
  await approveRequest(unknown, one.person, two.person);
  await sendNext();
  expect(await outcomeOf(unknown)).toMatchObject({
    wasSent: 'unknown',
    sentence: expect.stringContaining('It is not known whether the withdrawal was sent'),
  });
});

// Last: a completed payment to the address changes how many approvals the next one takes.
it('names who approved, without a withdrawn approval, and says by when the transfer was completed', async () => {
  const id = await make();
  await approveRequest(id, one.person);
  expect((await outcomeOf(id)).sentence).toContain('1 of 2 approvals given by approver-one. Not sent yet.');
  const withdrawal = { requestId: id, version: 1, reason: 'wrong invoice' };
  expect(await withdrawApprovalAs(one.person, withdrawal)).toMatchObject({ ok: true });
  expect((await outcomeOf(id)).sentence).toContain('0 of 2 approvals given. Not sent yet.');

  await approveRequest(id, two.person, three.person);
  await sendNext();
  const [sent] = (await readRequestsWithOutcomes(finance.person, [id])).values();
  const transferId = sent?.outcome.send?.transferId ?? '';
  const completed = { status: 'COMPLETED', updated_at: '2099-01-20T10:05:00Z' };
  await storeRecords([{ ...historyRecords(1)[0], id: transferId, ...completed }]);
  // The record is ahead of the send, whose status a worker follows.
  expect((await outcomeOf(id)).sentence).toContain('Pending at the service.');
  await withoutTriggers((transaction) =>
    transaction.update(sends).set({ transferStatus: 'COMPLETED' }).where(eq(sends.requestId, id)),
  );
  expect((await outcomeOf(id)).sentence).toMatch(
    /approved by approver-two and approver-three on .*: Completed by 20 Jan 2099, 10:05 UTC\.$/,
  );
});
