import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestComments } from '@/lib/server/database/schema/cases';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { discussRequest } from '@/lib/server/requests/votes/conversation';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { decideOnBundle } from '@/lib/server/requests/bundles/decide';
import { listQuestionsToAnswer } from '@/lib/server/requests/lists/open-questions';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { viewAs } from '@/scripts/testing/data/requests';

setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const finance = signedIn('finance', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
const three = signedIn('approver-three', ['approver']);
const support = signedIn('support', ['support']);
const auditor = signedIn('auditor', ['auditor']);
let id: string;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }]);
});
beforeEach(async () => {
  as(finance);
  const created = surely(await createRequest({ formKey: randomUUID(), form: filledForm() }));
  id = created.requestId;
});

const view = (who: SignedIn = one) => viewAs(who, id);

function say(who: SignedIn, remark: object, requestId = id) {
  as(who);
  return discussRequest({ requestId, version: 1, ...remark });
}

/** Gives what Home lists as questions about the request. */
async function toAnswer(who: SignedIn = finance) {
  as(who);
  const listed = await listQuestionsToAnswer();
  return listed.ok
    ? listed.value.filter(({ request }) => request.id === id).map(({ text }) => text)
    : listed.error.kind;
}

const ask = (who: SignedIn, body = 'Which invoice?') => say(who, { kind: 'QUESTION', body });
const questionOf = async () => (await view()).conversation.openQuestionIds[0] ?? 0;

async function approve(who: SignedIn, verdict: 'APPROVED' | 'REJECTED' = 'APPROVED') {
  const { version, bodySha256 } = await view(who);
  return decideOnRequest({ requestId: id, version, bodySha256, verdict, comment: 'x', chosenAddress: '' });
}

const told = async () => {
  const [entry] = await database()
    .select({ entry: auditLog.entry })
    .from(auditLog)
    .where(eq(auditLog.subject, `request:${id}`))
    .orderBy(sql`seq desc`)
    .limit(1);
  return (JSON.parse(entry?.entry ?? '{}') as { after: { tell: string[] } }).after.tell;
};

describe('an open question', () => {
  it('keeps the last approval out, and neither an earlier one nor a rejection', async () => {
    expect(await ask(one)).toMatchObject({ ok: true });
    expect(await approve(one)).toMatchObject({ ok: true });
    const refused = await approve(two);
    expect(refused).toMatchObject({ error: { kind: 'not-now' } });
    expect(JSON.stringify(refused)).toContain('A question of approver-one is not answered.');
    expect((await view(two)).conversation.approveBlockReason).toContain('A question of approver-one');
    expect((await view(two)).state).toBe('AWAITING_APPROVAL');
    expect(await approve(two, 'REJECTED')).toMatchObject({ ok: true });
  });

  it('no longer does once it is answered', async () => {
    await ask(one);
    expect(await toAnswer()).toEqual(['Which invoice?']);
    // It is the requester's to answer, and nobody else's.
    expect(await toAnswer(two)).toBe('forbidden');
    expect(await say(finance, { kind: 'ANSWER', questionId: await questionOf(), body: 'Number 12.' })).toMatchObject({
      ok: true,
    });
    expect(await approve(one)).toMatchObject({ ok: true });
    expect(await approve(two)).toMatchObject({ ok: true });
    expect((await view()).state).toBe('APPROVED');
    expect((await view()).conversation.comments.map(({ kind, body }) => [kind, body])).toEqual([
      ['QUESTION', 'Which invoice?'],
      ['ANSWER', 'Number 12.'],
    ]);
    expect(await toAnswer()).toEqual([]);
  });

  it('no longer does once it is withdrawn, by who asked alone', async () => {
    await ask(one);
    const questionId = await questionOf();
    expect(await say(two, { kind: 'WITHDRAWN', questionId })).toMatchObject({ error: { kind: 'not-now' } });
    expect(await say(one, { kind: 'ANSWER', questionId, body: 'me' })).toMatchObject({ error: { kind: 'not-now' } });
    expect(await say(one, { kind: 'WITHDRAWN', questionId })).toMatchObject({ ok: true });
    expect(await say(one, { kind: 'WITHDRAWN', questionId })).toMatchObject({ error: { kind: 'not-now' } });
    expect((await view()).conversation.openQuestionIds).toEqual([]);
    expect(await toAnswer()).toEqual([]);
  });

  it('is not about the next version', async () => {
    await ask(one);
    as(finance);
    const form = filledForm({ value: '1.25' });
    expect(await amendRequest({ formKey: randomUUID(), form, requestId: id, basedOnVersion: 1 })).toMatchObject({
      ok: true,
    });
    expect((await view()).conversation.openQuestionIds).toEqual([]);
    expect(await toAnswer()).toEqual([]);
    expect(await ask(one)).toMatchObject({ error: { kind: 'changed' } });
  });

  it('about one part keeps a test payment and its remainder from being approved', async () => {
    as(finance);
    const form = filledForm({ value: '10', testAmount: '1' });
    const pair = surely(await createTestPayment({ formKey: randomUUID(), form }));
    id = pair.requestId;
    const { bundle } = await view(two);
    if (bundle?.kind !== 'test-payment') throw new Error('no test payment');
    const decision = { bundleId: bundle.id, bundleSha256: bundle.sha256, verdict: 'APPROVED', comment: '' };
    as(two);
    expect(await decideOnBundle(decision)).toMatchObject({ ok: true });
    await ask(one);
    as(three);
    expect(await decideOnBundle(decision)).toMatchObject({ error: { kind: 'not-now' } });
  });

  it('and the last approval at one moment: one of them wins, and nothing is approved over a question', async () => {
    await approve(one);
    const { version, bodySha256 } = await view(two);
    const decision = { requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '', chosenAddress: '' };
    as(two);
    const [approved, asked] = await Promise.all([decideOnRequest(decision), ask(three)]);
    const { state, conversation } = await view();
    if (state === 'APPROVED') expect(asked.ok).toBe(false);
    else expect([approved.ok, conversation.openQuestionIds.length]).toEqual([false, 1]);
  });
});

describe('what is said', () => {
  it('is told to the requester, who voted, who is in it, and who is mentioned', async () => {
    await approve(one);
    await say(support, { kind: 'COMMENT', body: 'Seen. @approver-two please look' });
    expect((await told()).toSorted()).toEqual([finance, one, two].map(({ person }) => person.id).toSorted());
    await ask(two);
    expect((await told()).toSorted()).toEqual([finance, one, support].map(({ person }) => person.id).toSorted());
  });

  it('may be said by everybody at the desk, and asked by those who decide', async () => {
    expect(await say(support, { kind: 'COMMENT', body: 'a' })).toMatchObject({ ok: true });
    expect(await ask(support)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await ask(finance)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await say(auditor, { kind: 'COMMENT', body: 'a' })).toMatchObject({ error: { kind: 'forbidden' } });
    const { comments, denialReason } = (await view(auditor)).conversation;
    expect(comments).toMatchObject([{ body: 'a' }]);
    expect(denialReason).toContain('Only');
    expect(await say(one, { kind: 'COMMENT', body: 'a' }, randomUUID())).toMatchObject({
      error: { kind: 'not-found' },
    });
  });

  it('is refused as a question once the request no longer waits', async () => {
    as(finance);
    await cancelRequest({ requestId: id });
    expect(await ask(one)).toMatchObject({ error: { kind: 'not-now' } });
    expect(await say(one, { kind: 'COMMENT', body: 'Why?' })).toMatchObject({ ok: true });
  });

  it('never changes', async () => {
    await say(one, { kind: 'COMMENT', body: 'a' });
    await expect(database().update(requestComments).set({ body: 'b' })).rejects.toThrow('never changed');
    await expect(database().delete(requestComments)).rejects.toThrow('never changed');
  });

  it('keeps hostile text as it was written', async () => {
    const body = '<script>alert(1)</script>\n=cmd|\u202ex "\'';
    await say(one, { kind: 'COMMENT', body });
    expect((await view()).conversation.comments.at(-1)?.body).toBe(body);
  });
});
