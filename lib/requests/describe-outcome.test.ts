import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRequestOutcome, type OutcomeFacts } from '@/lib/requests/describe-outcome';
import { REQUEST_STATES } from '@/lib/requests/decisions';
import { SEND_STATES } from '@/lib/sends/send-machine';

const FACTS: OutcomeFacts = {
  state: 'AWAITING_APPROVAL',
  requesterName: 'finance',
  createdAt: '2026-11-12T23:30:00Z',
  expiresAt: '2026-11-13T23:30:00Z',
  changedAt: '2026-11-13T08:00:00Z',
  isExpired: false,
  approvals: { given: 1, required: 2 },
  rejection: null,
  send: null,
};
const SEND: NonNullable<OutcomeFacts['send']> = {
  state: 'QUEUED',
  isClosed: false,
  isAmbiguous: false,
  transferStatus: null,
  transferId: null,
  changedAt: '2026-11-13T09:00:00Z',
  hold: null,
  declineReason: null,
};
const START = 'Requested here on 12 Nov 2026 by finance';

const unsent = (change: Partial<OutcomeFacts>) => describeRequestOutcome({ ...FACTS, ...change });
const sent = (change: Partial<typeof SEND>) =>
  describeRequestOutcome({
    ...FACTS,
    state: 'APPROVED',
    approvals: { given: 2, required: 2 },
    send: { ...SEND, ...change },
  });

it('names the requests before and after, whatever became of this one', () => {
  const follows = { id: 'a', refId: 'INV-2291' };
  const followedBy = { id: 'b', refId: 'INV-2291-2\u202e' };
  expect(unsent({ state: 'CANCELLED', followedBy }).sentence).toBe(
    `${START}, cancelled by the requester on 13 Nov 2026. Never sent. Requested again as INV-2291-2⟨U+202E⟩.`,
  );
  expect(unsent({ follows }).sentence).toMatch(/Not sent yet\. Follows INV-2291\.$/);
  expect(unsent({ state: 'EXPIRED', follows, followedBy }).sentence).toMatch(/ Follows INV-2291\. Requested again as /);
});

describe('the outcome of a request that has no send', () => {
  it.each<[Partial<OutcomeFacts>, string]>([
    [{}, 'awaiting approval until 13 Nov 2026: 1 of 2 approvals given. Not sent yet.'],
    [{ isExpired: true }, 'expired on 13 Nov 2026 with 1 of 2 approvals. Never sent.'],
    [{ state: 'EXPIRED' }, 'expired on 13 Nov 2026 with 1 of 2 approvals. Never sent.'],
    [{ state: 'DRAFT' }, 'not submitted. Never sent.'],
    [{ state: 'CANCELLED' }, 'cancelled by the requester on 13 Nov 2026. Never sent.'],
    [{ state: 'APPROVED' }, 'approved (1 of 2), and locked until the test payment is confirmed. Not sent yet.'],
    [{ state: 'REJECTED' }, 'rejected on 13 Nov 2026. Never sent.'],
    [
      {
        state: 'REJECTED',
        rejection: { personName: 'approver-one', at: '2026-11-13T08:00:00Z', reason: 'wrong address' },
      },
      'rejected by approver-one on 13 Nov 2026: wrong address. Never sent.',
    ],
    [
      { state: 'REJECTED', rejection: { personName: 'a', at: '2026-11-13T08:00:00Z', reason: 'Twice!' } },
      'rejected by a on 13 Nov 2026: Twice! Never sent.',
    ],
    [
      { state: 'REJECTED', rejection: { personName: 'a', at: '2026-11-13T08:00:00Z', reason: '' } },
      'rejected by a on 13 Nov 2026. Never sent.',
    ],
  ])('%j', (change, rest) => {
    expect(unsent(change)).toEqual({ sentence: `${START}, ${rest}`, wasSent: 'no' });
  });
});

const approvalsBy = (personNames: readonly string[], given = personNames.length) => ({
  given,
  required: 2,
  personNames,
  lastAt: '2026-11-13T08:00:00Z',
});

describe('the people who approved', () => {
  it.each<[Partial<OutcomeFacts>, string]>([
    [{ approvals: approvalsBy(['one']) }, 'until 13 Nov 2026: 1 of 2 approvals given by one. Not sent yet.'],
    [
      { approvals: approvalsBy(['one']), isExpired: true },
      'expired on 13 Nov 2026 with 1 of 2 approvals by one. Never sent.',
    ],
    [
      { approvals: approvalsBy(['one']), state: 'EXPIRED' },
      'expired on 13 Nov 2026 with 1 of 2 approvals by one. Never sent.',
    ],
    [
      { approvals: approvalsBy(['one', 'two']), state: 'APPROVED' },
      'approved by one and two on 13 Nov 2026, and locked until',
    ],
    [
      { approvals: approvalsBy(['one', 'two']), state: 'APPROVED', send: SEND },
      'approved by one and two on 13 Nov 2026, waiting to be sent. Not sent yet.',
    ],
    [
      { approvals: approvalsBy(['a', 'b', 'c', 'd', 'e', 'f', 'g']), state: 'APPROVED', send: SEND },
      'approved by a, b, c, d, e and 2 others on 13 Nov 2026',
    ],
  ])('stand in the sentence: %j', (change, part) => {
    expect(unsent(change).sentence).toContain(part);
  });

  it('are left out where the text leaves the desk', () => {
    const facts = { ...FACTS, state: 'APPROVED', approvals: approvalsBy(['one', 'two']), send: SEND } as const;
    const { sentence } = describeRequestOutcome(facts, { timeZone: 'UTC', hasNames: false });
    expect(sentence).toBe(
      'Requested here on 12 Nov 2026, approved (2 of 2) on 13 Nov 2026, waiting to be sent. Not sent yet.',
    );
  });

  it('have readable names of any kind', () => {
    const { sentence } = unsent({ approvals: approvalsBy(['a\u202Eb', `=${'x'.repeat(500)}`]) });
    expect(sentence).not.toContain('\u202E');
    expect(sentence.length).toBeLessThan(700);
  });
});

describe('the outcome of a request that has a send', () => {
  it.each<[Partial<typeof SEND>, string, string]>([
    [{}, 'no', 'waiting to be sent. Not sent yet.'],
    [{ isAmbiguous: true }, 'unknown', 'waiting to be sent again. An earlier attempt may have been sent.'],
    [{ state: 'SENDING' }, 'unknown', 'being sent now. It is not known yet whether the withdrawal was sent.'],
    [{ state: 'UNKNOWN' }, 'unknown', 'It is not known whether the withdrawal was sent: the console is searching'],
    [
      { state: 'HOLD', hold: { kind: 'not-found', posts: 1 }, isAmbiguous: true },
      'unknown',
      'on hold: Not found at the service. It is not known whether the withdrawal was sent; two people must decide.',
    ],
    [
      { state: 'HOLD', hold: { kind: 'held', personId: 'p', by: 'a', reason: 'check', isAmbiguous: false } },
      'no',
      'on hold: A person put this withdrawal on hold. Not sent.',
    ],
    [
      { state: 'HOLD', hold: { kind: 'limit', detail: 'x', isAmbiguous: false } },
      'no',
      'on hold: A limit over time of the policy is exceeded. Not sent.',
    ],
    [{ postponedReason: 'Nothing leaves.' }, 'no', 'waiting to be sent: Nothing leaves. Not sent yet.'],
    [{ state: 'HOLD', hold: { kind: 'changed', detail: 'x' } }, 'no', 'differs from what was approved. Not sent.'],
    [{ state: 'HOLD' }, 'unknown', 'on hold. It is not known whether the withdrawal was sent'],
    [
      { state: 'REFUSED', declineReason: 'The balance is too low' },
      'no',
      'declined by the service on 13 Nov 2026: The balance is too low. Never sent.',
    ],
    [{ state: 'REFUSED' }, 'no', 'declined by the service on 13 Nov 2026. Never sent.'],
    [{ state: 'REFUSED', isClosed: true }, 'no', 'closed as not sent by two people on 13 Nov 2026.'],
    [
      { state: 'ACCEPTED', transferId: 't-1', transferStatus: 'PENDING' },
      'yes',
      'sent to the service as transfer t-1: Pending at the service.',
    ],
    [
      { state: 'ACCEPTED', transferId: 't-1', transferStatus: 'COMPLETED' },
      'yes',
      'sent to the service as transfer t-1: Completed.',
    ],
    [{ state: 'ACCEPTED', transferId: 't-1', transferStatus: 'FAILED' }, 'yes', 'as transfer t-1: Failed.'],
    [{ state: 'ACCEPTED', transferId: null, transferStatus: 'NEW_ONE' }, 'yes', 'sent to the service: New one.'],
  ])('%j', (change, wasSent, words) => {
    const outcome = sent(change);
    expect(outcome.wasSent).toBe(wasSent);
    expect(outcome.sentence.startsWith(`${START}, approved (2 of 2)`)).toBe(true);
    expect(outcome.sentence).toContain(words);
  });
});

it('gives the days in the zone that is asked for, and leaves out names where told', () => {
  expect(describeRequestOutcome(FACTS, { timeZone: 'Asia/Singapore' }).sentence).toContain('on 13 Nov 2026 by finance');
  const rejection = { personName: 'approver-one', at: '2026-11-13T08:00:00Z', reason: 'late' };
  expect(describeRequestOutcome({ ...FACTS, state: 'REJECTED', rejection }, { hasNames: false }).sentence).toBe(
    'Requested here on 12 Nov 2026, rejected on 13 Nov 2026: late. Never sent.',
  );
});

it('says for every state whether something was sent, and writes no hidden character of a foreign text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 500 });
  fc.assert(
    fc.property(
      fc.constantFrom(...REQUEST_STATES),
      fc.option(fc.constantFrom(...SEND_STATES)),
      fc.record({ name: text, reason: text, id: text, status: text }),
      (state, send, { name, reason, id, status }) => {
        const { sentence } = describeRequestOutcome({
          ...FACTS,
          state,
          requesterName: name,
          rejection: { personName: name, at: FACTS.changedAt, reason },
          send: send && { ...SEND, state: send, transferId: id, transferStatus: status, declineReason: reason },
        });
        expect(sentence).toMatch(/[sS]ent\b|submitted/);
        expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028]/u);
      },
    ),
  );
});

describe('the outcome of a request from before the database was restored', () => {
  it.each<Partial<OutcomeFacts>>([
    {},
    { isExpired: true },
    { state: 'EXPIRED' },
    { state: 'REJECTED' },
    { state: 'APPROVED' },
    { state: 'APPROVED', send: SEND },
  ])('does not say that nothing was sent: %j', (change) => {
    const { sentence, wasSent } = unsent({ ...change, isBeforeRestore: true });
    expect(wasSent).toBe('unknown');
    expect(sentence).not.toMatch(/never sent|not sent/i);
    expect(sentence).toContain(' The database was restored from a backup since, so it is not known whether');
  });

  it('leaves a cancelled and a declined request as they were', () => {
    expect(unsent({ state: 'CANCELLED', isBeforeRestore: true }).wasSent).toBe('no');
    expect(unsent({ state: 'APPROVED', send: { ...SEND, state: 'REFUSED' }, isBeforeRestore: true }).wasSent).toBe(
      'no',
    );
  });
});
