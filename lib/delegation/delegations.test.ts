import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  delegateDenialReason,
  type DelegationSpan,
  endDenialReason,
  isInForce,
  MAX_DELEGATION_DAYS,
  nameDecider,
} from '@/lib/delegation/delegations';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const day = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const party = (id: string) => ({ id, name: `Name of ${id}`, roles: ['approver'] as const });
const ADA = party('ada');
const BEN = { ...party('ben'), isSuspended: false, isSameHuman: false };
const WANTED = { role: 'approver', startsAt: day(0), endsAt: day(7) } as const;

function span(from: string, to: string, changes: Partial<DelegationSpan> = {}): DelegationSpan {
  return {
    delegatorId: from,
    delegatorName: `Name of ${from}`,
    delegateId: to,
    delegateName: `Name of ${to}`,
    role: 'approver',
    startsAt: day(1),
    endsAt: day(2),
    endedAt: null,
    ...changes,
  };
}

function denial(
  changes: {
    wanted?: Partial<Parameters<typeof delegateDenialReason>[0]>;
    delegator?: object;
    delegate?: object;
    others?: DelegationSpan[];
  } = {},
): string | undefined {
  return delegateDenialReason(
    { ...WANTED, ...changes.wanted },
    {
      delegator: { ...ADA, ...changes.delegator },
      delegate: { ...BEN, ...changes.delegate },
      others: changes.others ?? [],
      now: NOW,
    },
  );
}

describe('a delegation', () => {
  it('is given to somebody of the same role', () => {
    expect(denial()).toBeUndefined();
  });

  it.each<[string, string, Parameters<typeof denial>[0]]>([
    ['of a role that the delegator lacks', 'You do not have the role admin.', { wanted: { role: 'admin' } }],
    ['to oneself', 'Choose another person than yourself.', { delegate: { id: 'ada' } }],
    ['to another account of oneself', 'Choose another person than yourself.', { delegate: { isSameHuman: true } }],
    [
      'to somebody without the role',
      'Name of ben does not have the role approver.',
      { delegate: { roles: ['finance'] } },
    ],
    ['to somebody who is suspended', 'Name of ben is suspended.', { delegate: { isSuspended: true } }],
    ['that is over', 'The end is in the past.', { wanted: { startsAt: day(-2), endsAt: day(-1) } }],
    [
      'that ends before it begins',
      'The end must be at least 15 minutes after the start.',
      { wanted: { startsAt: day(2), endsAt: day(1) } },
    ],
    [
      'for a minute',
      'The end must be at least 15 minutes after the start.',
      { wanted: { endsAt: new Date(NOW.getTime() + 60_000) } },
    ],
    ['far ahead', 'The start must be within 90 days from now.', { wanted: { startsAt: day(91), endsAt: day(92) } }],
    ['for too long', 'A delegation lasts at most 90 days.', { wanted: { endsAt: day(MAX_DELEGATION_DAYS + 1) } }],
    [
      'a second time',
      'Name of cyd decides for you in that time already. End that delegation first.',
      { others: [span('ada', 'cyd')] },
    ],
    [
      'in a circle',
      'Name of ben lets you decide for them in that time, so you cannot let them decide for you.',
      { others: [span('ben', 'ada')] },
    ],
    [
      'that is passed on',
      'You decide for Name of cyd in that time, and cannot pass that on. End that delegation first.',
      { others: [span('cyd', 'ada')] },
    ],
    [
      'to somebody who is away',
      'Name of ben lets Name of cyd decide for them in that time. Choose another person.',
      { others: [span('ben', 'cyd')] },
    ],
  ])('is not given %s', (_, sentence, changes) => {
    expect(denial(changes)).toBe(sentence);
  });

  it('may stand beside one that was ended, that is at another time, or that is in another role', () => {
    expect(denial({ others: [span('ada', 'cyd', { endedAt: day(0) })] })).toBeUndefined();
    expect(denial({ others: [span('ben', 'ada', { startsAt: day(7), endsAt: day(8) })] })).toBeUndefined();
    expect(denial({ others: [span('ada', 'cyd', { role: 'admin' })] })).toBeUndefined();
    expect(denial({ others: [span('cyd', 'ben')] })).toBeUndefined();
  });

  it('never makes a chain, whatever is asked for in whatever order', () => {
    const people = ['ada', 'ben', 'cyd', 'dee'];
    const asked = fc.record({
      from: fc.constantFrom(...people),
      to: fc.constantFrom(...people),
      startsAt: fc.integer({ min: 0, max: 20 }),
      days: fc.integer({ min: 1, max: 10 }),
    });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 30 }), (all) => {
        const given: DelegationSpan[] = [];
        for (const { from, to, startsAt, days } of all) {
          const wanted = { role: 'approver' as const, startsAt: day(startsAt), endsAt: day(startsAt + days) };
          const others = given.filter(({ delegatorId, delegateId }) =>
            [delegatorId, delegateId].some((id) => id === from || id === to),
          );
          const delegate = { ...party(to), isSuspended: false, isSameHuman: false };
          const reason = delegateDenialReason(wanted, { delegator: party(from), delegate, others, now: NOW });
          if (reason === undefined) given.push(span(from, to, wanted));
        }
        for (let moment = 0; moment < 31; moment += 1) {
          const inForce = given.filter((one) => isInForce(one, day(moment)));
          const delegators = inForce.map(({ delegatorId }) => delegatorId);
          expect(new Set(delegators).size).toBe(delegators.length);
          expect(inForce.some(({ delegateId }) => delegators.includes(delegateId))).toBe(false);
        }
      }),
    );
  });

  it('is in force from its start until its end, or until somebody ended it', () => {
    const one = span('ada', 'ben');
    expect([day(0.9), day(1), day(1.5), day(2)].map((at) => isInForce(one, at))).toEqual([false, true, true, false]);
    expect(isInForce({ ...one, endedAt: day(1.2) }, day(1.5))).toBe(false);
    expect(isInForce({ ...one, endedAt: day(1.2) }, day(1.1))).toBe(true);
  });

  it('is ended by its two people and by administrators, once', () => {
    const one = span('ada', 'ben');
    const end = (id: string, roles: readonly ('approver' | 'admin')[] = ['approver'], at = day(1.5)) =>
      endDenialReason(one, { id, roles }, at);
    expect([end('ada'), end('ben'), end('cyd', ['admin'])]).toEqual([undefined, undefined, undefined]);
    expect(end('cyd')).toBe('Only the two people of a delegation and administrators can end it.');
    expect(end('ada', ['approver'], day(2))).toBe('The delegation has ended already.');
    expect(endDenialReason({ ...one, endedAt: day(1) }, ADA, day(1.5))).toBe('The delegation has ended already.');
  });

  it('is named with every decision', () => {
    expect(nameDecider({ personName: 'Ben', forPersonName: 'Ada' })).toBe('Ben for Ada');
    expect(nameDecider({ personName: 'Ben', forPersonName: null })).toBe('Ben');
  });
});
