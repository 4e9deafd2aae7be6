import { describe, expect, it } from 'vitest';
import type { RequestView } from '@/lib/requests/request-view';
import { explainEnd } from '@/lib/requests/returned';

const OUTCOME = {
  approvals: { given: 1, required: 2 },
  rejection: { personName: 'approver-two', at: '2026-11-22T10:00:00Z', reason: 'only half of it is due' },
  send: null,
};
const SEND = { isClosed: false, transferStatus: null };

const end = (change: object) =>
  explainEnd({
    state: 'REJECTED',
    send: null,
    outcome: OUTCOME,
    transfer: null,
    isMine: true,
    bundle: null,
    followedBy: null,
    ...change,
  } as unknown as RequestView);

describe('the first box of a withdrawal that paid nobody', () => {
  it.each<[string, object, string]>([
    ['rejected', {}, 'Rejected by approver-two: only half of it is due'],
    ['expired', { state: 'EXPIRED' }, 'Expired with 1 of 2 approvals'],
    ['returned, then expired', { state: 'EXPIRED', returnReason: 'a limit' }, 'Expired before it was sent: a limit'],
    [
      'declined',
      {
        send: { ...SEND, state: 'REFUSED' },
        outcome: { ...OUTCOME, send: { state: 'REFUSED', declineReason: 'The balance is too low.' } },
      },
      'Declined by the service: The balance is too low.',
    ],
    ['cancelled', { state: 'CANCELLED' }, 'Cancelled by its requester'],
  ])('says why it was %s, and that nothing was sent', (_how, change, title) => {
    expect(end(change)).toMatchObject({
      title,
      detail: 'Nothing was sent.',
    });
  });

  it('says of a failed transfer that the recipient received nothing, and never that nothing was sent', () => {
    const failed = end({
      send: { ...SEND, state: 'ACCEPTED', transferStatus: 'FAILED' },
      outcome: { ...OUTCOME, send: { state: 'ACCEPTED' } },
    });
    expect(failed?.title).toMatch(/^Failed at the service/);
    expect(failed?.detail).toContain('The recipient received nothing');
    expect(failed?.detail).not.toContain('Nothing was sent');
  });

  it('tells the requester alone what to do, without the choice of the home page', () => {
    expect(end({})?.next).toBe('Correct it and request it again under the same reference.');
    expect(end({ isMine: false })?.next).toBe('');
    expect(end({ followedBy: { id: 'r2', refId: 'INV-2' } })?.next).toBe('');
  });

  it.each(['AWAITING_APPROVAL', 'APPROVED'])('is not there while it is %s', (state) => {
    expect(end({ state })).toBeUndefined();
  });

  it.each(['UNKNOWN', 'HOLD', 'SENDING', 'QUEUED'])('is not there while its send is %s', (state) => {
    expect(end({ state: 'APPROVED', send: { ...SEND, state } })).toBeUndefined();
  });
});
