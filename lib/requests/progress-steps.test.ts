import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_STATES } from '@/lib/requests/decisions';
import { listProgress } from '@/lib/requests/progress-steps';
import type { DecisionView } from '@/lib/requests/request-view';
import { SEND_STATES } from '@/lib/sends/send-machine';

type Facts = Parameters<typeof listProgress>[0];

const vote = (personName: string, at: string, change: Partial<DecisionView> = {}): DecisionView => ({
  personName,
  version: 2,
  verdict: 'APPROVED',
  comment: '',
  isSigned: false,
  haste: null,
  seed: personName,
  forPersonName: null,
  decidedAt: `2026-11-22T${at}:00Z`,
  withdrawal: null,
  voidReason: null,
  ...change,
});
const FACTS: Facts = {
  state: 'AWAITING_APPROVAL',
  createdAt: '2026-11-22T08:00:00Z',
  expiresAt: '2026-11-23T08:00:00Z',
  approvals: { given: 0, required: 2, void: [] },
  decisions: [],
  version: 2,
  send: null,
  bundle: null,
  attempts: [],
  hold: null,
  transfer: null,
  transferSeenAt: null,
  rule: { leavesAt: null },
};
const VOTES = [vote('earlier', '08:10', { version: 1 }), vote('one', '09:00'), vote('two', '10:00')];
const APPROVED: Facts = {
  ...FACTS,
  state: 'APPROVED',
  approvals: { given: 2, required: 2, void: [] },
  decisions: VOTES,
};
const send = (state: (typeof SEND_STATES)[number], transferStatus: string | null = null) => ({
  state,
  isClosed: false,
  transferStatus,
});
const ATTEMPT = {
  number: 1,
  startedAt: '2026-11-22T10:00:05Z',
  endedAt: '2026-11-22T10:00:06Z',
  reason: 'accepted',
  explanation: null,
} as const;
const OUTCOME = {
  state: 'CANCELLED',
  requesterName: 'finance',
  createdAt: FACTS.createdAt,
  expiresAt: FACTS.expiresAt,
  changedAt: '2026-11-22T11:00:00Z',
  isExpired: false,
  approvals: FACTS.approvals,
  rejection: null,
  send: null,
} as const;

/** Writes each reached step with its time of the day. */
const reached = (facts: Facts) =>
  listProgress(facts)
    .steps.filter(({ isReached }) => isReached)
    .map(({ label, at }) => [label, at?.slice(11, 19)].filter(Boolean).join(' '));

/** Lists the steps that are shown in red. */
const alarming = (facts: Facts) =>
  listProgress(facts)
    .steps.filter(({ isAlarming }) => isAlarming)
    .map(({ label }) => label);

describe('the progress of a request', () => {
  it('has a time for every step, from the request to its completion', () => {
    const completed: Facts = {
      ...APPROVED,
      state: 'SENT',
      send: send('ACCEPTED', 'COMPLETED'),
      attempts: [ATTEMPT],
      transfer: {
        id: 't',
        flaws: [],
        raw: {},
        created_at: '2026-11-22T10:00:06Z',
        updated_at: '2026-11-22T10:03:00Z',
      },
    };
    expect(reached(completed)).toEqual([
      'Requested 08:00:00',
      '1 of 2 approved 09:00:00',
      'Approved 10:00:00',
      'Sent 10:00:05',
      'Accepted by the service 10:00:06',
      'Completed 10:03:00',
    ]);
    expect(listProgress(completed)).toMatchObject({ recallable: 3 });
    expect(listProgress(completed).steps.at(-1)).toMatchObject({ isAtLatest: true });
  });

  it('has a step for a limit over time while that holds the withdrawal', () => {
    const leavesAt = '2026-11-24T00:00:00.000Z';
    const { steps, recallable } = listProgress({ ...APPROVED, rule: { leavesAt } });
    expect(steps[3]).toEqual({ label: 'Leaves no earlier than', at: leavesAt, isReached: false });
    expect(recallable).toBe(4);
    expect(reached({ ...FACTS, state: 'EXPIRED', rule: { leavesAt } })).toEqual(
      reached({ ...FACTS, state: 'EXPIRED' }),
    );
  });

  it('counts neither a withdrawn approval nor one of an earlier version', () => {
    const decisions = [
      vote('earlier', '08:10', { version: 1 }),
      vote('one', '09:00', { withdrawal: { at: '2026-11-22T09:30:00Z', reason: '' } }),
      vote('two', '10:00'),
    ];
    expect(reached({ ...FACTS, approvals: { given: 1, required: 2, void: [] }, decisions })).toEqual([
      'Requested 08:00:00',
      '1 of 2 approved 10:00:00',
    ]);
  });

  it.each<[string, Partial<Facts>, string]>([
    [
      'rejected',
      { state: 'REJECTED', decisions: [vote('one', '09:00', { verdict: 'REJECTED' })] },
      'Rejected 09:00:00',
    ],
    ['expired', { state: 'EXPIRED' }, 'Expired 08:00:00'],
    ['cancelled', { state: 'CANCELLED', outcome: { ...OUTCOME } }, 'Cancelled 11:00:00'],
  ])('stops where it was %s', (how, change, step) => {
    const facts = { ...FACTS, ...change };
    expect(listProgress(facts).steps).toHaveLength(2);
    expect(reached(facts)).toEqual(['Requested 08:00:00', step]);
    expect(alarming(facts)).toHaveLength(how === 'cancelled' ? 0 : 1);
  });

  it('stops where the service declined it, after its approvals', () => {
    const declined = { ...APPROVED, send: send('REFUSED'), attempts: [{ ...ATTEMPT, reason: 'refused' as const }] };
    expect(reached(declined).at(-1)).toBe('Declined by the service');
    expect(reached(declined)).toHaveLength(4);
  });

  it('is alarming only where the outcome is unknown or bad', () => {
    expect(alarming({ ...APPROVED, send: send('UNKNOWN'), attempts: [ATTEMPT] })).toEqual(['May have been sent']);
    expect(alarming({ ...APPROVED, send: send('ACCEPTED', 'FAILED') })).toEqual(['Failed at the service']);
    expect(alarming({ ...APPROVED, send: send('REFUSED') })).toEqual(['Declined by the service']);
    for (const state of REQUEST_STATES.filter((each) => each !== 'REJECTED' && each !== 'EXPIRED'))
      expect(alarming({ ...FACTS, state })).toEqual([]);
    for (const state of ['QUEUED', 'SENDING'] as const)
      expect(alarming({ ...APPROVED, send: send(state) })).toEqual([]);
  });

  it('begins with the request and has no gap, in any state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REQUEST_STATES),
        fc.option(
          fc.record({
            state: fc.constantFrom(...SEND_STATES),
            isClosed: fc.boolean(),
            transferStatus: fc.option(fc.string()),
          }),
        ),
        fc.nat(6),
        fc.integer({ min: 1, max: 5 }),
        (state, sent, given, required) => {
          const steps = listProgress({ ...FACTS, state, send: sent, approvals: { given, required, void: [] } }).steps;
          const labels = steps.filter(({ isReached }) => isReached).map(({ label }) => label);
          expect(labels[0]).toBe('Requested');
          // Nothing is reached after a step that is not.
          const first = steps.findIndex(({ isReached }) => !isReached);
          if (first !== -1) expect(steps.slice(first).some(({ isReached }) => isReached)).toBe(false);
        },
      ),
    );
  });
});
