import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canFillPlace,
  countFilled,
  countPeople,
  coversGroups,
  fillNeeds,
  type GroupMember,
  isFilled,
  joinGroupNeeds,
  type Needs,
} from '@/lib/approver-groups/needs';

const GROUPS = ['Leads', 'Operations', 'Risk'];
const groupNeeds = fc.uniqueArray(
  fc.record({ group: fc.constantFrom(...GROUPS), count: fc.integer({ min: 1, max: 3 }) }),
  {
    selector: ({ group }) => group,
  },
);
const needs = fc.record({ count: fc.integer({ min: 1, max: 6 }), groups: groupNeeds });
const people = fc
  .array(fc.subarray(GROUPS), { maxLength: 7 })
  .map((memberships) => memberships.map((groups, index): GroupMember => ({ id: `person ${index}`, groups })));

/** The most places that people can fill, by trying everything. */
function countByTrying({ count, groups }: Needs, [person, ...others]: readonly GroupMember[]): number {
  if (!person) return 0;
  const free = countPeople({ count, groups }) - groups.reduce((sum, need) => sum + need.count, 0);
  const places = [
    ...groups.map((need, index) => (need.count > 0 && person.groups.includes(need.group) ? index : undefined)),
    free > 0 ? -1 : undefined,
  ].filter((place) => place !== undefined);
  const total = count - 1;
  return Math.max(
    countByTrying({ count, groups }, others),
    ...places.map(
      (place) =>
        1 +
        countByTrying(
          {
            count: total,
            groups: groups.map((need, index) => (index === place ? { ...need, count: need.count - 1 } : need)),
          },
          others,
        ),
    ),
  );
}

describe('what members of groups and others give', () => {
  it('is filled by as many people as can fill it', () => {
    fc.assert(
      fc.property(needs, people, (asked, approvers) => {
        const whole = { ...asked, count: countPeople(asked) };
        expect(countFilled(asked, approvers)).toBe(countByTrying(whole, approvers));
      }),
    );
  });

  it('is filled by nobody twice, by nobody outside a group, and by no more than are asked for', () => {
    fc.assert(
      fc.property(needs, people, (asked, approvers) => {
        const filled = fillNeeds(asked, [...approvers, ...approvers]);
        const seated = filled.flatMap(({ filledBy }) => filledBy.map(({ id }) => id));
        expect(new Set(seated).size).toBe(seated.length);
        for (const { group, count, filledBy } of filled) {
          expect(filledBy.length).toBeLessThanOrEqual(count);
          expect(filledBy.every(({ groups }) => group === null || groups.includes(group))).toBe(true);
        }
      }),
    );
  });

  it('does not depend on the order of approvals, and more approvals never fill less', () => {
    fc.assert(
      fc.property(needs, people, fc.infiniteStream(fc.nat()), (asked, approvers, keys) => {
        const order = new Map(approvers.map(({ id }) => [id, keys.next().value as number]));
        const shuffled = approvers.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
        expect(countFilled(asked, shuffled)).toBe(countFilled(asked, approvers));
        expect(countFilled(asked, approvers.slice(1))).toBeLessThanOrEqual(countFilled(asked, approvers));
      }),
    );
  });

  it('fills both of two rules where it fills what they ask for together', () => {
    fc.assert(
      fc.property(needs, needs, people, (one, other, approvers) => {
        const groups = joinGroupNeeds(one.groups, other.groups);
        const both = { count: Math.max(one.count, other.count), groups };
        expect(coversGroups(groups, one.groups) && coversGroups(groups, other.groups)).toBe(true);
        if (isFilled(both, approvers))
          expect([isFilled(one, approvers), isFilled(other, approvers)]).toEqual([true, true]);
      }),
    );
  });

  it('can be filled by somebody exactly where they alone fill a place', () => {
    fc.assert(
      fc.property(needs, fc.subarray(GROUPS), (asked, groups) => {
        expect(canFillPlace(asked, groups)).toBe(countFilled(asked, [{ id: 'one', groups }]) === 1);
      }),
    );
  });

  it('moves somebody in two groups to the place that the next one cannot fill', () => {
    const asked = {
      count: 2,
      groups: [
        { group: 'Leads', count: 1 },
        { group: 'Operations', count: 1 },
      ],
    };
    const both = { id: 'both', groups: ['Leads', 'Operations'] };
    const lead = { id: 'lead', groups: ['Leads'] };
    expect(fillNeeds(asked, [both, lead])).toEqual([
      { group: 'Leads', count: 1, filledBy: [lead] },
      { group: 'Operations', count: 1, filledBy: [both] },
    ]);
    expect(isFilled(asked, [lead, { id: 'other lead', groups: ['Leads'] }])).toBe(false);
  });
});
