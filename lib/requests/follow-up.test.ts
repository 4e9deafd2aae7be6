import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Followable, followPairDenialReason, followUpDenialReason, isUnpaid } from '@/lib/requests/follow-up';
import { explainReturn, groupReturned, isReturned, type ReturnedRequest } from '@/lib/requests/returned';
import { REQUEST_STATES } from '@/lib/requests/decisions';
import { SEND_STATES } from '@/lib/sends/send-machine';

const send = fc.record({
  state: fc.constantFrom(...SEND_STATES),
  transferStatus: fc.option(fc.constantFrom('PENDING', 'COMPLETED', 'FAILED', 'NEW_STATE')),
});
const followable: fc.Arbitrary<Followable> = fc.record({
  state: fc.constantFrom(...REQUEST_STATES),
  send: fc.option(send),
  isBeforeRestore: fc.boolean(),
  followedBy: fc.option(fc.constant({ id: 'x', refId: 'INV-1-2' })),
});

describe('a request that is requested again', () => {
  it('was never paid: a send that may have reached the service is over first', () => {
    fc.assert(
      fc.property(followable, (request) => {
        if (followUpDenialReason(request) !== undefined) return;
        const { state, send: sent } = request;
        if (sent === null)
          expect(['REJECTED', 'EXPIRED', 'CANCELLED'].includes(state) || request.isBeforeRestore).toBe(true);
        else
          expect(sent.state === 'REFUSED' || (sent.state === 'ACCEPTED' && sent.transferStatus === 'FAILED')).toBe(
            true,
          );
      }),
    );
  });

  it('is requested again once', () => {
    fc.assert(
      fc.property(followable, (request) => {
        const followedBy = { id: 'x', refId: 'INV-1-2' };
        expect(followUpDenialReason({ ...request, followedBy })).toBe(
          'This withdrawal was already requested again as INV-1-2.',
        );
      }),
    );
  });

  it('is the whole of a test payment only where the remainder is over too', () => {
    fc.assert(
      fc.property(followable, followable, (test, remainder) => {
        fc.pre(!remainder.isBeforeRestore);
        if (followPairDenialReason(test, remainder) === undefined) expect(isUnpaid(remainder)).toBe(true);
      }),
    );
    const over: Followable = { state: 'APPROVED', send: { state: 'REFUSED', transferStatus: null } };
    expect(followPairDenialReason(over, { state: 'APPROVED', send: null })).toBe(
      'The remainder of this test payment is still open. Cancel the remainder first, then request both again.',
    );
  });
});

const RETURNED: ReturnedRequest = {
  id: 'a',
  refId: 'INV-1',
  state: 'REJECTED',
  requesterName: 'finance',
  recipientName: null,
  isMine: true,
  createdAt: '2026-11-22T08:00:00Z',
  expiresAt: '2026-11-23T08:00:00Z',
  body: {
    ref_id: 'INV-1',
    profile_id: 'p',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: '0x1',
    amount: '123456789012345678901234567890.5',
  },
  approvals: { given: 1, required: 2, void: [] },
  send: null,
  note: '',
  outcome: {
    state: 'REJECTED',
    requesterName: 'finance',
    createdAt: '2026-11-22T08:00:00Z',
    expiresAt: '2026-11-23T08:00:00Z',
    changedAt: '2026-11-22T09:00:00Z',
    isExpired: false,
    approvals: { given: 1, required: 2 },
    rejection: { personName: 'approver-one', at: '2026-11-22T09:00:00Z', reason: 'wrong address' },
    send: null,
  },
  returnedAt: '2026-11-22T09:00:00Z',
  bundle: null,
  failures: [],
};
const SENT = {
  state: 'REFUSED',
  isClosed: false,
  isAmbiguous: false,
  transferStatus: null,
  transferId: null,
  changedAt: '2026-11-22T10:00:00Z',
  hold: null,
  declineReason: 'The balance is too low',
  declineNext: 'Lower the amount.',
} as const;
const withSend = (
  change: Partial<NonNullable<ReturnedRequest['outcome']['send']>>,
  more: Partial<ReturnedRequest> = {},
) => ({
  ...RETURNED,
  ...more,
  outcome: { ...RETURNED.outcome, send: { ...SENT, ...change } },
});

describe('what came back', () => {
  it.each<[ReturnedRequest, string, string]>([
    [RETURNED, 'Rejected by approver-one: wrong address', 'under the same reference'],
    [{ ...RETURNED, state: 'EXPIRED' }, 'Expired with 1 of 2 approvals', 'under the same reference'],
    [{ ...RETURNED, isMine: false }, 'Rejected by approver-one: wrong address', 'Correct it and request it again.'],
    [withSend({}), 'Declined by the service: The balance is too low', 'Lower the amount.'],
    [
      withSend({ declineReason: null, declineNext: null }),
      'Declined by the service: no reason was given',
      'Correct it',
    ],
    [withSend({ isClosed: true }), 'Closed as not sent by two people', 'Correct it'],
    [
      withSend({ state: 'ACCEPTED', transferStatus: 'FAILED' }, { failures: ['The fee quote expired.'] }),
      'Failed at the service: The fee quote expired.',
      'Correct the cause',
    ],
  ])('says why, first, and what to do', (returned, title, next) => {
    const explained = explainReturn(returned);
    expect(explained).toMatchObject({ title, next: expect.stringContaining(next) });
    expect(explained.detail).toMatch(/^(?:Never sent|The recipient received nothing)\.$/);
  });

  it('is one line for the items of a batch with the same reason, and one for each other', () => {
    const bundle = { id: 'g', kind: 'batch', name: 'November' } as const;
    const other = { ...RETURNED.outcome, rejection: { personName: 'two', at: '', reason: 'later' } };
    const lines = groupReturned([
      { ...RETURNED, id: '1', bundle },
      { ...RETURNED, id: '2' },
      { ...RETURNED, id: '3', bundle, outcome: other },
      { ...RETURNED, id: '4', bundle },
      { ...RETURNED, id: '5' },
    ]);
    expect(lines.map(({ requests }) => requests.map(({ id }) => id).join())).toEqual(['1,4', '2', '3', '5']);
    expect(groupReturned([])).toEqual([]);
  });

  it('is not what its requester cancelled', () => {
    fc.assert(
      fc.property(followable, (request) => {
        expect(isReturned(request)).toBe(isUnpaid(request) && request.state !== 'CANCELLED');
      }),
    );
  });
});
