import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '@/lib/requests/decisions';
import {
  type CastVote,
  countApprovals,
  isApproved,
  judgeApprovals,
  voidReason,
  type VoteFacts,
} from '@/lib/requests/votes';
import { APPROVING_ROLES } from '@/lib/policy/rules';
import { ROLES } from '@/lib/identity/roles';

const LIMITS = { sessionMaxHours: 8, approvalValidHours: 24 };
const request = {
  requesterId: 'requester',
  version: 2,
  requiredRole: 'approver',
  requiredApprovals: 2,
  requiredGroups: [],
} as const;
const counting: VoteFacts = {
  ageS: 60,
  signInAgeS: 60,
  hadRole: true,
  hasLostRole: false,
  wasSuspended: false,
  isWithdrawn: false,
  isRequester: false,
  isEarlierVoter: false,
};
const vote: CastVote = { personId: 'a', version: 2, verdict: 'APPROVED', roles: ['approver'], facts: counting };

describe('an approval', () => {
  it('counts where nothing speaks against it', () => {
    expect(voidReason(vote, request, LIMITS)).toBeUndefined();
  });

  it.each<[Partial<VoteFacts>, string]>([
    [{ isWithdrawn: true }, 'withdrawn'],
    [{ wasSuspended: true }, 'suspended'],
    [{ hadRole: false }, 'did not have the role approver'],
    [{ hasLostRole: true }, 'signed in without the role approver since'],
    [{ signInAgeS: null }, 'had not signed in within the 8 hours before'],
    [{ signInAgeS: 8 * 3600 + 1 }, 'had not signed in within the 8 hours before'],
    [{ ageS: 24 * 3600 + 1 }, 'more than 24 hours old'],
    [{ ageS: 200 * 3600, sinceAllowedS: 24 * 3600 + 1 }, 'more than 24 hours old'],
    [{ isRequester: true }, 'belong to one person'],
    [{ isEarlierVoter: true }, 'another account'],
    [{ lacksRight: true }, 'may not approve for this profile'],
  ])('does not count with %o', (change, reason) => {
    expect(voidReason({ ...vote, facts: { ...counting, ...change } }, request, LIMITS)).toContain(reason);
  });

  it.each([-3600, 0, 24 * 3600])(
    'counts, however old, where the withdrawal could leave only since %i s',
    (sinceAllowedS) => {
      expect(
        voidReason({ ...vote, facts: { ...counting, ageS: 200 * 3600, sinceAllowedS } }, request, LIMITS),
      ).toBeUndefined();
    },
  );

  it('does not count for the requester, or without the role when voting', () => {
    expect(voidReason({ ...vote, personId: 'requester' }, request, LIMITS)).toContain('own request');
    expect(voidReason({ ...vote, roles: ['finance'] }, request, LIMITS)).toContain('did not have the role');
  });
});

const facts: fc.Arbitrary<VoteFacts> = fc.record({
  ageS: fc.integer({ min: 0, max: 50 * 3600 }),
  signInAgeS: fc.option(fc.integer({ min: 0, max: 20 * 3600 })),
  hadRole: fc.boolean(),
  hasLostRole: fc.boolean(),
  wasSuspended: fc.boolean(),
  isWithdrawn: fc.boolean(),
  isRequester: fc.boolean(),
  isEarlierVoter: fc.boolean(),
});
const cast: fc.Arbitrary<CastVote> = fc.record({
  personId: fc.constantFrom('requester', 'a', 'b', 'c'),
  version: fc.integer({ min: 1, max: 3 }),
  verdict: fc.constantFrom(...VERDICTS),
  roles: fc.subarray([...ROLES]),
  facts: fc.oneof(fc.constant(counting), facts),
});
const given = fc.record({
  requesterId: fc.constant('requester'),
  version: fc.integer({ min: 1, max: 3 }),
  requiredApprovals: fc.integer({ min: 0, max: 5 }),
  requiredRole: fc.constantFrom(...APPROVING_ROLES),
  requiredGroups: fc.constant([]),
  votes: fc.array(cast, { maxLength: 8 }),
});

describe('whatever was voted', () => {
  it('an approval counts by different people with the role, on these bytes, and never by the requester', () => {
    fc.assert(
      fc.property(given, (decidable) => {
        const people = new Set(
          decidable.votes
            .filter((each) => each.version === decidable.version && each.verdict === 'APPROVED')
            .filter((each) => each.roles.includes(decidable.requiredRole) && each.personId !== 'requester')
            .filter(({ facts: known }) => known.hadRole && !known.hasLostRole && !known.wasSuspended)
            .filter(({ facts: known }) => !known.isWithdrawn && !known.isRequester && !known.isEarlierVoter)
            .filter(({ facts: { ageS, signInAgeS } }) => ageS <= 24 * 3600 && (signInAgeS ?? Infinity) <= 8 * 3600)
            .map(({ personId }) => personId),
        );
        expect(countApprovals(decidable, LIMITS)).toBe(people.size);
        expect(isApproved(decidable, LIMITS)).toBe(people.size >= Math.max(1, decidable.requiredApprovals));
      }),
    );
  });

  it('every approval of the current version either counts or has a reason why not', () => {
    fc.assert(
      fc.property(given, (decidable) => {
        const judged = judgeApprovals(decidable, LIMITS);
        const people = judged.filter(({ reason }) => reason === undefined).map(({ vote: { personId } }) => personId);
        expect(new Set(people).size).toBe(countApprovals(decidable, LIMITS));
        expect(judged.every(({ reason }) => reason !== '')).toBe(true);
      }),
    );
  });
});
