import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDecision } from '@/lib/requests/describe-decision';
import type { SendState } from '@/lib/sends/send-machine';

type Request = Parameters<typeof describeDecision>[0];

const decider = (name: string, change: object = {}) => ({
  id: name,
  name,
  isReader: false,
  denialReason: null,
  rejectDenialReason: null,
  notSeenSince: null,
  delegate: null,
  ...change,
});
const DENIED = {
  reject: null,
  withdrawApproval: null,
  cancel: null,
  amend: null,
  resolve: null,
  resend: null,
  hold: null,
};
const me = decider('me', { isReader: true, denialReason: 'You have already decided.' });

const request = (change: Partial<Request> = {}): Request => ({
  body: {
    ref_id: 'INV-1',
    profile_id: 'p-ops',
    asset: 'ETH',
    crypto_network: 'ETHEREUM',
    destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    amount: '30',
  },
  recipientName: 'Northwind',
  state: 'AWAITING_APPROVAL',
  approvals: { given: 1, required: 2, void: [] },
  deciders: [me, decider('approver-two')],
  send: null,
  stopped: null,
  rule: { leavesAt: null } as Request['rule'],
  bundle: null,
  denialReason: { ...DENIED, approve: 'You have already decided.' },
  ...change,
});

const sent = (state: SendState, transferStatus: string | null = 'PENDING') => ({
  state,
  isClosed: false,
  transferStatus,
});
const approved: Partial<Request> = { state: 'APPROVED', approvals: { given: 2, required: 2, void: [] } };

describe('the line after a decision', () => {
  it.each<[Partial<Request>, string]>([
    [{}, 'Approved 30 ETH to Northwind: 1 of 2 approvals; approver-two must still approve.'],
    [
      { deciders: [me, decider('two'), decider('three'), decider('boss', { denialReason: 'Is suspended.' })] },
      'Approved 30 ETH to Northwind: 1 of 2 approvals; two or three must still approve.',
    ],
    [
      {
        approvals: { given: 1, required: 3, void: [] },
        deciders: [me, decider('two'), decider('three'), decider('four')],
      },
      'Approved 30 ETH to Northwind: 1 of 3 approvals; 2 of two, three and four must still approve.',
    ],
    [
      { deciders: ['1', '2', '3', '4'].map((name) => decider(name)) },
      'Approved 30 ETH to Northwind: 1 of 2 approvals; one more person must still approve.',
    ],
    [{ deciders: [me] }, 'Approved 30 ETH to Northwind: 1 of 2 approvals; nobody else can approve yet.'],
    [{ ...approved, send: sent('QUEUED') }, 'Approved 30 ETH to Northwind: 2 of 2 approvals. Being sent.'],
    [{ ...approved, send: sent('SENDING') }, 'Approved 30 ETH to Northwind: 2 of 2 approvals. Being sent.'],
    [
      { ...approved, send: sent('SENDING'), stopped: { reason: 'drill', since: '' } },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. Being sent.',
    ],
    [
      { ...approved, send: sent('QUEUED'), stopped: { reason: 'drill', since: '' } },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. Sending is stopped, so nothing is sent until it resumes.',
    ],
    [
      { ...approved, send: sent('QUEUED'), rule: { leavesAt: '2026-11-30T10:00:00Z' } as Request['rule'] },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. A limit over time lets it leave later.',
    ],
    [
      { ...approved, send: sent('QUEUED'), postponedReason: 'Ethereum is switched off.' },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. Not sent yet: Ethereum is switched off.',
    ],
    [
      { ...approved, state: 'SENT', send: sent('ACCEPTED') },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. Accepted by the service.',
    ],
    [
      { ...approved, state: 'SENT', send: sent('ACCEPTED', null) },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. Accepted by the service.',
    ],
    [
      { ...approved, state: 'SENT', send: sent('ACCEPTED', 'FAILED') },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. Status: Failed at the service.',
    ],
    [
      { ...approved, send: sent('REFUSED') },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. The service declined it. Nothing was sent.',
    ],
    [
      { ...approved, send: sent('UNKNOWN') },
      'Approved 30 ETH to Northwind: 2 of 2 approvals. Status: Outcome unknown.',
    ],
    [{ state: 'REJECTED' }, 'Approved 30 ETH to Northwind, but the status is: Rejected. Nothing is sent.'],
    [
      { bundle: { kind: 'test-payment' } as never },
      'Approved 30 ETH to Northwind and its remainder: 1 of 2 approvals; approver-two must still approve.',
    ],
    // The request could not be read again: it looks as before the vote.
    [
      { approvals: { given: 0, required: 2, void: [] }, denialReason: { ...DENIED, approve: null } },
      'Approved 30 ETH to Northwind.',
    ],
  ])('says what an approval did (%#)', (change, text) => {
    expect(describeDecision(request(change), 'APPROVED')).toBe(text);
  });

  it('says what a rejection did', () => {
    expect(describeDecision(request({ state: 'REJECTED' }), 'REJECTED')).toBe(
      'Rejected 30 ETH to Northwind. Nothing is sent; the requester sees the reason.',
    );
  });

  it('says it in short for a message that is gone soon', () => {
    expect(describeDecision(request({}), 'APPROVED', true)).toBe('Approved 30 ETH to Northwind: 1 of 2 approvals.');
    expect(describeDecision(request({ state: 'REJECTED' }), 'REJECTED', true)).toBe(
      'Rejected 30 ETH to Northwind. Nothing is sent.',
    );
  });

  it('names a recipient without an entry by the ends of the address', () => {
    expect(describeDecision(request({ state: 'REJECTED', recipientName: null }), 'REJECTED')).toMatch(
      /^Rejected 30 ETH to 0x5290 8400 … E416 9EE7\. /,
    );
  });

  it('is one sentence or two for any number of people and approvals', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.integer({ min: 1, max: 5 }), fc.nat(5), (people, required, given) => {
        const deciders = Array.from({ length: people }, (_, index) => decider(`p${index}`));
        const text = describeDecision(
          request({ recipientName: 'X', deciders, approvals: { given, required, void: [] } }),
          'APPROVED',
        );
        expect(text).toMatch(/^Approved 30 ETH to X: \d of \d approvals?; .+\.$/);
        expect(text).not.toMatch(/undefined|NaN|-\d/);
      }),
    );
  });
});
