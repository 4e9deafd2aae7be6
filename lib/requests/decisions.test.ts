import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decidable, VERDICTS, requestDenialReason, REQUEST_STATES } from '@/lib/requests/decisions';
import { APPROVING_ROLES } from '@/lib/policy/rules';
import { type Role, ROLES } from '@/lib/identity/roles';

const request: Decidable = {
  state: 'AWAITING_APPROVAL',
  requesterId: 'requester',
  version: 2,
  requiredApprovals: 2,
  requiredRole: 'approver',
  requiredGroups: [],
  isExpired: false,
  hasAttempt: false,
  isTestPaymentPart: false,
  votes: [],
};
const approver = { id: 'a', roles: ['approver'] } as const;

describe('who may decide', () => {
  it.each<[string, Decidable, { id: string; roles: readonly Role[] }, string | undefined]>([
    ['an approver', request, approver, undefined],
    ['the requester, whatever the roles', request, { id: 'requester', roles: ROLES }, 'You made this request'],
    ['someone without the role', request, { id: 'a', roles: ['finance', 'support', 'admin'] }, 'role approver'],
    ['after the time to decide', { ...request, isExpired: true }, approver, 'expired'],
    [
      'twice',
      { ...request, votes: [{ personId: 'a', version: 2, verdict: 'APPROVED', roles: ['approver'] }] },
      approver,
      'already decided',
    ],
    [
      'again on a later version',
      { ...request, votes: [{ personId: 'a', version: 1, verdict: 'APPROVED', roles: ['approver'] }] },
      approver,
      undefined,
    ],
    ['on one part of a test payment alone', { ...request, isTestPaymentPart: true }, approver, 'decided together'],
    ['on a rejected request', { ...request, state: 'REJECTED' }, approver, 'rejected'],
  ])('%s', (_name, given, person, reason) => {
    const answer = requestDenialReason('approve', given, person);
    if (reason === undefined) expect(answer).toBeUndefined();
    else expect(answer).toContain(reason);
    expect(requestDenialReason('reject', given, person)).toBe(answer);
  });

  it('anybody with the role rejects, and only members of groups approve', () => {
    const given = { ...request, requiredGroups: [{ group: 'Leads', count: 2 }] };
    const reasonFor = (action: 'approve' | 'reject', person: object) =>
      requestDenialReason(action, given, { ...approver, ...person });
    expect(reasonFor('approve', {})).toContain('Only members of Leads can approve');
    expect(reasonFor('approve', { unprovenGroups: ['Leads'] })).toContain('none of your passkeys is');
    expect(reasonFor('approve', { groups: ['Leads'] })).toBeUndefined();
    expect(reasonFor('reject', {})).toBeUndefined();
    expect(requestDenialReason('reject-together', given, approver)).toBeUndefined();
    expect(reasonFor('reject', { roles: ['finance'] })).toContain('role approver');
  });
});

describe('who may cancel and change', () => {
  const requester = { id: 'requester', roles: ['finance'] } as const;
  it('only the requester, only before sending begins', () => {
    expect(requestDenialReason('cancel', request, requester)).toBeUndefined();
    expect(requestDenialReason('cancel', { ...request, state: 'APPROVED' }, requester)).toBeUndefined();
    expect(requestDenialReason('cancel', { ...request, state: 'APPROVED', hasAttempt: true }, requester)).toContain(
      'no longer',
    );
    expect(requestDenialReason('cancel', request, approver)).toContain('Only the requester');
    expect(requestDenialReason('amend', { ...request, state: 'REJECTED' }, requester)).toBeUndefined();
    expect(requestDenialReason('amend', { ...request, state: 'APPROVED' }, requester)).toContain('approved');
    for (const state of ['SENT', 'CANCELLED'] as const)
      expect(requestDenialReason('amend', { ...request, state }, requester)).toBeDefined();
  });
});

describe('who may withdraw an approval', () => {
  const approved = { personId: 'a', version: 2, verdict: 'APPROVED', roles: ['approver'] } as const;
  it.each<[string, Decidable, string | undefined]>([
    ['the person who approved', { ...request, votes: [approved] }, undefined],
    ['also of an approved request', { ...request, state: 'APPROVED', votes: [approved] }, undefined],
    ['nobody else', { ...request, votes: [{ ...approved, personId: 'b' }] }, 'not approved'],
    ['not a rejection', { ...request, votes: [{ ...approved, verdict: 'REJECTED' }] }, 'not approved'],
    ['not of an earlier version', { ...request, votes: [{ ...approved, version: 1 }] }, 'not approved'],
    ['not twice', { ...request, votes: [{ ...approved, facts: { isWithdrawn: true } }] }, 'already withdrawn'],
    [
      'not after an attempt',
      { ...request, state: 'APPROVED', hasAttempt: true, votes: [approved] },
      'Sending has begun',
    ],
    ['not once the request has ended', { ...request, state: 'EXPIRED', votes: [approved] }, 'expired'],
  ])('%s', (_name, given, reason) => {
    const answer = requestDenialReason('withdraw-approval', given, approver);
    if (reason === undefined) expect(answer).toBeUndefined();
    else expect(answer).toContain(reason);
  });
});

const vote = fc.record({
  personId: fc.constantFrom('requester', 'a', 'b', 'c'),
  version: fc.integer({ min: 1, max: 3 }),
  verdict: fc.constantFrom(...VERDICTS),
  roles: fc.subarray([...ROLES]),
});
const decidable: fc.Arbitrary<Decidable> = fc.record({
  state: fc.constantFrom(...REQUEST_STATES),
  requesterId: fc.constant('requester'),
  version: fc.integer({ min: 1, max: 3 }),
  requiredApprovals: fc.integer({ min: 0, max: 5 }),
  requiredRole: fc.constantFrom(...APPROVING_ROLES),
  requiredGroups: fc.constant([]),
  isExpired: fc.boolean(),
  hasAttempt: fc.boolean(),
  isTestPaymentPart: fc.boolean(),
  votes: fc.array(vote, { maxLength: 8 }),
});

describe('whatever was voted', () => {
  it('nobody can both decide and cancel or change', () => {
    fc.assert(
      fc.property(decidable, fc.constantFrom('requester', 'a', 'b'), fc.subarray([...ROLES]), (given, id, roles) => {
        const can = (action: 'approve' | 'reject' | 'cancel' | 'amend') =>
          requestDenialReason(action, given, { id, roles }) === undefined;
        expect((can('approve') || can('reject')) && (can('cancel') || can('amend'))).toBe(false);
        if (can('cancel')) expect(given.hasAttempt).toBe(false);
      }),
    );
  });
});
